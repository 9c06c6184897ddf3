import type { CoreCatalogue } from './catalogue.ts';

/** Spanish, in the neutral form that every Spanish-speaking country reads. */
export const es: CoreCatalogue = {
  VALIDATION_MISSING_PARAM: {
    summary: 'No se indicó un parámetro requerido',
    message: ["Faltan los parámetros requeridos: '{missing_params}'", "Falta el parámetro requerido: '{param_name}'"],
    hint: [
      "Repita la llamada a '{operation}' indicando '{missing_params}'.",
      "Repita la llamada a '{operation}' indicando '{param_name}'.",
      "Repita la llamada indicando '{param_name}'.",
    ],
  },
  VALIDATION_INVALID_TYPE: {
    summary: 'El parámetro tiene un tipo incorrecto',
    message: [
      "El parámetro '{param_name}' debe ser '{expected_type}', pero se recibió '{actual_type}'",
      "El servicio externo rechazó la solicitud: '{upstream_error}'",
      'El servicio externo rechazó la solicitud',
    ],
    hint: [
      "Envíe '{param_name}' como {expected_type}.",
      "Cambie lo que señala el servicio externo: '{upstream_error}'.",
      'Compare los valores con la documentación del servicio externo.',
    ],
  },
  VALIDATION_UNKNOWN_PARAM: {
    summary: 'La operación no define ese parámetro',
    message: "Parámetros desconocidos en la operación '{operation}': {unknown_params}",
    hint: 'Quite o corrija {unknown_params}. Parámetros válidos: {valid_params}.',
  },
  VALIDATION_UNKNOWN_FIELD: {
    summary: 'El objeto de entrada no define ese campo',
    message: "Campos desconocidos en la entrada de la operación '{operation}': {unknown_fields}",
    hint: 'Quite o corrija {unknown_fields}. Campos válidos: {valid_fields}.',
  },
  VALIDATION_INVALID_ENUM: {
    summary: 'El valor no está entre los permitidos',
    message: "El parámetro '{param_name}' debe ser uno de estos valores: {allowed_values}",
    hint: "Envíe en '{param_name}' uno de estos valores: {allowed_values}.",
  },
  VALIDATION_OUT_OF_RANGE: {
    summary: 'Valor, longitud o cantidad fuera del intervalo permitido',
    message: [
      "El parámetro '{param_name}' está fuera de su intervalo (de {minimum} a {maximum})",
      "El parámetro '{param_name}' está por debajo de su mínimo de {minimum}",
      "El parámetro '{param_name}' está por encima de su máximo de {maximum}",
      "El parámetro '{param_name}' está fuera de su intervalo",
    ],
    hint: [
      "Envíe '{param_name}' entre {minimum} y {maximum}.",
      "Envíe '{param_name}' no menor que {minimum}.",
      "Envíe '{param_name}' no mayor que {maximum}.",
      "Envíe '{param_name}' dentro del intervalo que fija su esquema.",
    ],
  },
  VALIDATION_PATTERN_MISMATCH: {
    summary: 'El texto no sigue el patrón exigido',
    message: "El parámetro '{param_name}' debe seguir el patrón '{pattern}'",
    hint: ["Envíe '{param_name}' con una forma como '{example}'.", "Envíe '{param_name}' con la forma '{pattern}'."],
  },
  VALIDATION_INVALID_VALUE: {
    summary: 'El valor incumple una regla del esquema',
    message: ["El parámetro '{param_name}' no es válido: {rule}", "El parámetro '{param_name}' no es válido"],
    hint: ["Cambie '{param_name}': {rule}.", "Cambie '{param_name}' para que cumpla el esquema de la herramienta."],
  },
  VALIDATION_ENDPOINT_MISMATCH: {
    summary: 'Operación llamada por un endpoint que no es el suyo',
    message: "La operación '{operation}' debe usar el endpoint '{expected_endpoint}', no '{actual_endpoint}'",
    hint: "Haga la misma llamada por '{expected_endpoint}'.",
  },
  VALIDATION_INVALID_ENCODING: {
    summary: 'El texto no es Unicode válido',
    message: 'La codificación de caracteres de la solicitud no es válida',
    hint: ["Envíe '{location}' en UTF-8 bien formado.", 'Envíe la solicitud en UTF-8 bien formado.'],
  },
  VALIDATION_MALFORMED_REQUEST: {
    summary: 'El mensaje no es una solicitud que esta puerta entienda',
    message: 'Solicitud mal formada: {reason}',
    hint: ['Envíe {expected}.', 'Envíe una sola solicitud JSON-RPC 2.0 con un id propio.'],
  },
  VALIDATION_CLIENT_INPUT: {
    summary: 'La herramienta debe preguntar al cliente y no tiene respuesta',
    message: "'{operation}' debe preguntar al cliente ({capability}): {reason}",
    hint: "No repita la llamada tal cual. Diga al usuario que '{operation}' necesita un cliente al que se pueda preguntar ({capability}) y una respuesta a su pregunta.",
  },
  VALIDATION_PAYLOAD_TOO_LARGE: {
    summary: 'La solicitud o la respuesta supera un límite de tamaño',
    message: [
      'El contenido supera el límite {limit_type} de {limit_value}',
      'El contenido supera el límite {limit_type}',
    ],
    hint: [
      'Pida o envíe menos: hay {actual_value} {unit} y se permiten {limit_value}. Divida el trabajo o pagine.',
      'Envíe menos en una llamada, o divídalo.',
    ],
  },
  VALIDATION_CONTROL_CHARS: {
    summary: 'El texto contiene caracteres de control',
    message: "El parámetro '{param_name}' contiene caracteres de control",
    hint: "Quite de '{param_name}' NUL, CR, LF y los demás caracteres de control.",
  },
  VALIDATION_UNSAFE_PATH: {
    summary: 'La ruta sale de su raíz',
    message: "Se rechaza la ruta '{param_name}': {reason}",
    hint: "Envíe en '{param_name}' una ruta dentro de la raíz, sin enlaces que salgan de ella.",
  },
  VALIDATION_UNSAFE_ARGUMENT: {
    summary: 'Argumento de línea de órdenes no permitido',
    message: "Se rechaza el argumento '{param_name}': {reason}",
    hint: ['Quítelo o use uno de estos: {allowed_values}.', "Quite el argumento '{param_name}'."],
  },
  VALIDATION_UNSAFE_URL: {
    summary: 'URL no permitida',
    message: "Se rechaza la URL '{param_name}': {reason}",
    hint: [
      "Envíe en '{param_name}' una URL con uno de estos servidores: {allowed_hosts}.",
      "Envíe en '{param_name}' una URL con un esquema permitido y un servidor público.",
    ],
  },
  VALIDATION_UNSAFE_REF: {
    summary: 'Referencia de Git no permitida',
    message: "Se rechaza la referencia '{param_name}': {reason}",
    hint: "Envíe en '{param_name}' una rama, una etiqueta o el identificador de un commit, sin guion inicial.",
  },
  VALIDATION_UNSAFE_CODE: {
    summary: 'El código usa una construcción no permitida',
    message: "Se rechaza el código '{param_name}': {construct}",
    hint: 'Quite {construct} o use una herramienta que haga ese paso sin evaluar código.',
  },
  VALIDATION_UNSAFE_PATTERN: {
    summary: 'Patrón de búsqueda no permitido',
    message: "Se rechaza el patrón '{param_name}': {reason}",
    hint: "Envíe en '{param_name}' una expresión regular corta, sin retrorreferencias ni aserciones de contexto.",
  },
  VALIDATION_TRUNCATED_WARNING: {
    summary: 'Menos elementos de los solicitados',
    message: 'La respuesta se limitó a {limit} elementos',
    hint: 'Pida como máximo {limit} elementos y obtenga el resto por páginas.',
  },
  VALIDATION_UPSTREAM_REJECTED: {
    summary: 'El servicio externo rechazó los valores',
    message: [
      "El servicio externo rechazó la solicitud: '{upstream_error}'",
      'El servicio externo rechazó la solicitud',
    ],
    hint: [
      "Cambie lo que señala el servicio externo: '{upstream_error}'.",
      'Compare los valores con la documentación del servicio externo.',
    ],
  },
  NOT_FOUND_OPERATION: {
    summary: 'La operación solicitada no existe',
    message: "Operación desconocida: '{operation}'",
    hint: ['Use una de estas: {available}.', 'Pida la lista de lo que ofrece el servidor y elija de ella.'],
  },
  NOT_FOUND_RESOURCE: {
    summary: 'No se encontró el recurso',
    message: [
      "Recurso '{resource_type}' no encontrado: '{resource_id}'",
      "Recurso no encontrado: '{resource_id}'",
      'Recurso no encontrado',
    ],
    hint: [
      "Busque el recurso '{resource_type}' en una lista o con una búsqueda y use un identificador de allí.",
      'Búsquelo en una lista o con una búsqueda y use un identificador de allí.',
    ],
  },
  PERMISSION_DENIED: {
    summary: 'Acceso denegado',
    message: [
      "Permiso denegado: '{reason}'",
      "Permiso denegado: se requiere el ámbito '{required_scope}'",
      'Permiso denegado',
    ],
    hint: [
      "Pida al dueño de las credenciales que conceda '{required_scope}'.",
      'Pida a una persona credenciales con el permiso que falta; repetir la llamada no cambia nada.',
    ],
  },
  PERMISSION_TRUST_LEVEL_INSUFFICIENT: {
    summary: 'Nivel de confianza insuficiente para la operación',
    message: [
      "La operación '{operation}' exige el nivel de confianza '{required_trust}'; quien llama tiene '{caller_trust}'",
      "La operación '{operation}' exige el nivel de confianza '{required_trust}'; el adaptador tiene '{actual_trust}'",
    ],
    hint: [
      "Pida al operador que suba la confianza de quien llama de '{caller_trust}' a '{required_trust}'; ningún argumento puede hacerlo.",
      "Pida al operador que suba la confianza a '{required_trust}'; ningún argumento puede hacerlo.",
    ],
  },
  PERMISSION_DANGER_LEVEL_DENIED: {
    summary: 'Operación demasiado peligrosa para el nivel de confianza',
    message: [
      "La operación '{operation}' (peligro: {danger_level}) se deniega al nivel de confianza '{caller_trust}' de quien llama",
      "La operación '{operation}' (peligro: {danger_level}) se deniega al nivel de confianza '{adapter_trust}' del adaptador",
    ],
    hint: "Pida al operador que la permita (exige la confianza '{minimum_trust_required}') o use una operación menos peligrosa.",
  },
  CONFIRMATION_REQUIRED: {
    summary: 'Una operación peligrosa necesita confirmación',
    message: 'Esta operación requiere confirmación',
    hint: [
      'Pregunte al usuario: {confirmation_message} Si responde que sí, confirme con el token antes de {expires_at}.',
      "Pregunte al usuario por '{operation}'. Si responde que sí, confirme con el token antes de {expires_at}.",
    ],
  },
  CONFIRMATION_DENIED: {
    summary: 'Una persona rechazó la operación',
    message: ["Se rechazó confirmar '{operation}': '{reason}'", "Se rechazó confirmar '{operation}'"],
    hint: 'No repita la llamada. Diga al usuario que fue rechazada y pregunte cómo seguir.',
  },
  RATE_LIMIT_EXCEEDED: {
    summary: 'Límite de solicitudes alcanzado',
    message: 'Se superó el límite de solicitudes de la API',
    hint: [
      'Repita la misma llamada dentro de {retry_after_seconds} s.',
      'Repita la misma llamada más tarde, con esperas crecientes.',
    ],
  },
  RATE_LIMIT_CONCURRENCY: {
    summary: 'Demasiadas llamadas a la vez',
    message: 'El servidor ya trabaja en {limit} {of}',
    hint: 'Repita la misma llamada dentro de un momento, con una espera creciente.',
  },
  RATE_LIMIT_QUOTA_PAUSE: {
    summary: 'Umbral de pausa de la cuota alcanzado',
    message: 'Se alcanzó el umbral de pausa de la cuota',
    hint: 'Pregunte al usuario si desea seguir: {metric} va por {current}, la pausa está en {pause_threshold}. Si es así, confirme con el token antes de {expires_at}.',
  },
  RATE_LIMIT_QUOTA_EXHAUSTED: {
    summary: 'Tope de la cuota alcanzado',
    message: 'Cuota agotada',
    hint: 'Repita la misma llamada después de {resets_at} o pida al operador una cuota mayor.',
  },
  RATE_LIMIT_QUOTA_WARNING: {
    summary: 'Cuota casi agotada',
    message: 'La cuota está cerca de su límite',
    hint: 'Haga menos llamadas: {metric} va por {current} y el primer umbral es {warn_threshold}.',
  },
  TOKEN_INVALID: {
    summary: 'Token de confirmación inexistente o mal formado',
    message: 'El token de confirmación no es válido',
    hint: 'Haga de nuevo la llamada original sin token; la respuesta trae uno nuevo.',
  },
  TOKEN_EXPIRED: {
    summary: 'Token de confirmación caducado',
    message: 'El token de confirmación ha caducado',
    hint: 'Haga de nuevo la llamada original sin token, vuelva a preguntar al usuario y confirme a tiempo.',
  },
  TOKEN_ALREADY_USED: {
    summary: 'Token de confirmación ya canjeado',
    message: 'El token de confirmación ya se usó',
    hint: 'La llamada confirmada ya se ejecutó una vez. Compruebe si surtió efecto antes de pedir otro token.',
  },
  TOKEN_SCOPE_MISMATCH: {
    summary: 'El token de confirmación es de otra llamada',
    message: 'El token de confirmación no corresponde a esta llamada',
    hint: "Repita '{requested_operation}' sin token para obtener el suyo, o envíe los argumentos para los que se emitió el token.",
  },
  CONFLICT_ALREADY_EXISTS: {
    summary: 'El recurso ya existe',
    message: ["El recurso '{resource_type}' ya existe: '{resource_id}'", 'El recurso ya existe'],
    hint: 'Lea primero el que existe; luego actualícelo o cree otro con otro nombre.',
  },
  CONFLICT_VERSION_MISMATCH: {
    summary: 'El recurso cambió después de leerlo',
    message: [
      "Se esperaba la versión '{expected_version}' y se encontró '{actual_version}'",
      'El recurso ha cambiado después de leerlo',
    ],
    hint: 'Lea de nuevo el recurso, aplique el cambio a lo que es ahora y envíe su nueva versión.',
  },
  CONFLICT_IN_FLIGHT: {
    summary: 'La misma llamada sigue en curso',
    message: 'Una llamada con esta clave de idempotencia sigue en curso',
    hint: [
      'Repita la misma llamada con la misma clave dentro de {retry_after_seconds} s.',
      'Repita la misma llamada con la misma clave más tarde.',
    ],
  },
  CONFLICT_OUTCOME_UNKNOWN: {
    summary: 'No hay noticias de la primera llamada con esta clave',
    message: [
      "El resultado de '{operation}' se desconoce desde {last_heard_at}",
      'El resultado de la llamada se desconoce',
    ],
    hint: [
      'Compruebe si tuvo efecto. Repítala solo con la misma clave, a partir de {reopenable_at}.',
      'Compruebe si tuvo efecto. Repítala solo con la misma clave.',
    ],
  },
  CONFLICT_ALREADY_APPLIED: {
    summary: 'La llamada tuvo efecto y su respuesta se perdió',
    message: ["'{operation}' tuvo efecto; su respuesta se perdió", 'La llamada tuvo efecto; su respuesta se perdió'],
    hint: 'No repita la llamada. Lea el resultado con la llamada de next_actions.',
  },
  CONFLICT_IDEMPOTENCY_KEY: {
    summary: 'Clave de idempotencia usada con otros argumentos',
    message: 'La clave de idempotencia ya se usó con otros argumentos',
    hint: 'Use una clave nueva para un efecto nuevo, o repita la primera llamada con sus propios argumentos.',
  },
  SCHEMA_MISSING_FIELD: {
    summary: 'Falta un campo requerido en un archivo de esquema',
    message: "Falta el campo requerido '{field_path}'",
    hint: ['{suggestion}', "Añada '{field_path}' al archivo."],
  },
  SCHEMA_INVALID_TYPE: {
    summary: 'Un campo de un archivo de esquema tiene un tipo incorrecto',
    message: "El campo '{field_path}' debe ser {expected}, pero es {actual}",
    hint: ['{suggestion}', "Escriba '{field_path}' como {expected}."],
  },
  SCHEMA_UNRESOLVED_REF: {
    summary: 'Una referencia de tipo de un archivo de esquema no lleva a nada',
    message: "La referencia de tipo '{ref}' no está en types",
    hint: ['{suggestion}', "Declare '{ref}' en types o corrija su nombre."],
  },
  SCHEMA_DUPLICATE_NAME: {
    summary: 'Nombre definido dos veces en un archivo de esquema',
    message: [
      "La operación '{name}' está definida varias veces en el endpoint {endpoint}",
      "'{name}' está definido varias veces",
    ],
    hint: ['{suggestion}', "Cambie el nombre de una de las definiciones de '{name}' o quítela."],
  },
  SCHEMA_INVALID_NAME: {
    summary: 'Un nombre de un archivo de esquema incumple la regla de nombres',
    message: [
      "El nombre de parámetro '{name}' debe ser snake_case (pruebe '{suggestion}')",
      "El nombre de parámetro '{name}' debe ser snake_case",
    ],
    hint: ["Cambie el nombre a '{suggestion}'.", "Escriba '{name}' con letras minúsculas, cifras y guiones bajos."],
  },
  SCHEMA_VERSION_DEPRECATED: {
    summary: 'Versión de esquema obsoleta',
    message: "La versión de esquema '{version}' está obsoleta",
    hint: ['Pase a una versión más nueva: {migration_guide}', 'Pase el archivo a una versión de esquema más nueva.'],
  },
  SCHEMA_VERSION_UNSUPPORTED: {
    summary: 'Versión de esquema desconocida',
    message: "Versión de esquema desconocida: '{version}'",
    hint: 'Use una de estas: {supported_versions}.',
  },
  SCHEMA_VALIDATION_ERROR: {
    summary: 'El archivo de esquema tiene problemas',
    message: ["El esquema '{file}' tiene {count} problema(s)", 'El esquema tiene {count} problema(s)'],
    hint: 'Corrija todos los problemas de la lista y compruebe de nuevo el archivo.',
  },
  BATCH_PARTIAL_FAILURE: {
    summary: 'Falló una parte del lote',
    message: 'Fallaron {failed} de {total} operaciones',
    hint: 'Conserve lo que salió bien. Repita solo los elementos de errors, cada uno como indica su propio código.',
  },
  UPSTREAM_UNAVAILABLE: {
    summary: 'El servicio externo no responde',
    message: ["Servicio externo no disponible: '{upstream_error}'", 'Servicio externo no disponible'],
    hint: [
      'Espere {retry_after_seconds} s y repita la misma llamada.',
      'Repita la misma llamada unas pocas veces, con esperas crecientes.',
    ],
  },
  UPSTREAM_TIMEOUT: {
    summary: 'El servicio externo tardó demasiado',
    message: ['El servicio externo no respondió en {timeout_ms} ms', 'El servicio externo no respondió a tiempo'],
    hint: 'Repita la misma llamada unas pocas veces, con esperas crecientes; si escribía, compruebe antes si surtió efecto.',
  },
  INTERNAL_ERROR: {
    summary: 'Fallo dentro del servidor',
    message: ["Error interno: '{upstream_error}'", 'Error interno'],
    hint: 'No repita la llamada. Comunique el identificador de correlación a quienes mantienen el servidor.',
  },
  INTERNAL_TIMEOUT: {
    summary: 'La herramienta tardó demasiado',
    message: "'{operation}' no terminó en {timeout_ms} ms",
    hint: 'Pida menos en una sola llamada o repítala; si escribía, compruebe antes si surtió efecto.',
  },
  INTERNAL_STORE_UNAVAILABLE: {
    summary: 'El almacén del servidor no responde',
    message: 'El almacén del servidor no está disponible',
    hint: 'Repita la misma llamada unas pocas veces, con esperas crecientes.',
  },
  INTERNAL_OUTPUT_INVALID: {
    summary: 'La herramienta respondió algo que no declara',
    message: "La respuesta de '{operation}' no se ajusta a su esquema y se retuvo",
    hint: 'La llamada sí se ejecutó: compruebe si surtió efecto. Comunique el identificador de correlación a quienes mantienen el servidor.',
  },
  CALL_CANCELLED: {
    summary: 'La llamada fue cancelada',
    message: ["'{operation}' fue cancelada", 'La llamada fue cancelada'],
    hint: 'Si podía escribir, compruebe si surtió efecto antes de llamar otra vez.',
  },
};
