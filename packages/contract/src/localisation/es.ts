import type { CoreCatalogue } from './catalogue.ts';

/** Spanish, in a neutral form for all Spanish-speaking countries. */
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
    summary: 'El parámetro tiene un tipo incorrecto o el servicio externo rechazó la solicitud',
    message: [
      "El parámetro '{param_name}' debe ser de tipo '{expected_type}', pero se recibió '{actual_type}'",
      "El servicio externo rechazó la solicitud: '{upstream_error}'",
      'El servicio externo rechazó la solicitud',
    ],
    hint: [
      "Cambie el tipo de '{param_name}' a {expected_type}.",
      "Corrija los valores que rechazó el servicio externo; su error fue '{upstream_error}'.",
      'Revise los valores según la documentación del servicio externo.',
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
      "El parámetro '{param_name}' está fuera del intervalo permitido (de {minimum} a {maximum})",
      "El parámetro '{param_name}' está por debajo del mínimo de {minimum}",
      "El parámetro '{param_name}' está por encima del máximo de {maximum}",
      "El parámetro '{param_name}' está fuera del intervalo permitido",
    ],
    hint: [
      "Mantenga '{param_name}' entre {minimum} y {maximum}.",
      "Mantenga '{param_name}' en {minimum} como mínimo.",
      "Mantenga '{param_name}' en {maximum} como máximo.",
      "Mantenga '{param_name}' dentro del intervalo que permite su esquema.",
    ],
  },
  VALIDATION_PATTERN_MISMATCH: {
    summary: 'El texto no coincide con el patrón requerido',
    message: "El parámetro '{param_name}' debe coincidir con el patrón '{pattern}'",
    hint: [
      "Envíe '{param_name}' con un formato como '{example}'.",
      "Envíe en '{param_name}' un valor que coincida con '{pattern}'.",
    ],
  },
  VALIDATION_INVALID_VALUE: {
    summary: 'El valor incumple una regla del esquema',
    message: ["El parámetro '{param_name}' no es válido: {rule}", "El parámetro '{param_name}' no es válido"],
    hint: ["Corrija '{param_name}': {rule}.", "Corrija '{param_name}' para que cumpla el esquema de la herramienta."],
  },
  VALIDATION_ENDPOINT_MISMATCH: {
    summary: 'Operación llamada a través de un endpoint equivocado',
    message: "La operación '{operation}' debe usar el endpoint '{expected_endpoint}', no '{actual_endpoint}'",
    hint: "Haga la misma llamada a través del endpoint '{expected_endpoint}'.",
  },
  VALIDATION_INVALID_ENCODING: {
    summary: 'El texto no es Unicode válido',
    message: 'La codificación de caracteres de la solicitud no es válida',
    hint: ["Envíe '{location}' en UTF-8 bien formado.", 'Envíe la solicitud en UTF-8 bien formado.'],
  },
  VALIDATION_MALFORMED_REQUEST: {
    summary: 'El mensaje no es una solicitud válida',
    message: 'Solicitud mal formada: {reason}',
    hint: ['Envíe {expected}.', 'Envíe una sola solicitud JSON-RPC 2.0 con un id único.'],
  },
  VALIDATION_CLIENT_INPUT: {
    summary: 'La herramienta no obtuvo los datos que necesita del cliente',
    message: "'{operation}' no obtuvo los datos que necesita del cliente (capacidad: {capability}, motivo: {reason})",
    hint: "No repita la llamada sin cambios. Diga al usuario que '{operation}' necesita un cliente compatible con {capability} que responda a sus solicitudes.",
  },
  VALIDATION_PAYLOAD_TOO_LARGE: {
    summary: 'La solicitud o la respuesta supera un límite de tamaño',
    message: [
      'El contenido supera el límite de {limit_type}: {limit_value}',
      'El contenido supera el límite de {limit_type}',
    ],
    hint: [
      'Pida o envíe menos datos: hay {actual_value} {unit} y solo se permiten {limit_value}. Divida el trabajo o use paginación.',
      'Pida o envíe menos datos por llamada o divida el trabajo en varias llamadas.',
    ],
  },
  VALIDATION_CONTROL_CHARS: {
    summary: 'El texto contiene caracteres de control',
    message: "El parámetro '{param_name}' contiene caracteres de control",
    hint: "Quite de '{param_name}' NUL, CR, LF y los demás caracteres de control.",
  },
  VALIDATION_UNSAFE_PATH: {
    summary: 'La ruta sale de la raíz permitida',
    message: "Se rechazó la ruta indicada en '{param_name}': {reason}",
    hint: "Envíe en '{param_name}' una ruta que no salga de la raíz permitida al seguir los enlaces simbólicos.",
  },
  VALIDATION_UNSAFE_ARGUMENT: {
    summary: 'Argumento de línea de comandos no permitido',
    message: "Se rechazó el argumento indicado en '{param_name}': {reason}",
    hint: [
      "Quite el argumento indicado en '{param_name}' o use uno de estos: {allowed_values}.",
      "Quite el argumento indicado en '{param_name}'.",
    ],
  },
  VALIDATION_UNSAFE_URL: {
    summary: 'URL no permitida',
    message: "Se rechazó la URL indicada en '{param_name}': {reason}",
    hint: [
      "Envíe en '{param_name}' una URL con uno de estos hosts: {allowed_hosts}.",
      "Envíe en '{param_name}' una URL con un esquema permitido y un host público.",
    ],
  },
  VALIDATION_UNSAFE_REF: {
    summary: 'Referencia de Git no permitida',
    message: "Se rechazó la referencia de Git indicada en '{param_name}': {reason}",
    hint: "Envíe en '{param_name}' una rama, una etiqueta o el identificador de un commit, sin guion inicial.",
  },
  VALIDATION_UNSAFE_CODE: {
    summary: 'El código usa una construcción no permitida',
    message: "Se rechazó el código indicado en '{param_name}': {construct}",
    hint: 'Quite {construct} o use una herramienta que no evalúe código.',
  },
  VALIDATION_UNSAFE_PATTERN: {
    summary: 'Patrón de búsqueda no permitido',
    message: "Se rechazó el patrón indicado en '{param_name}': {reason}",
    hint: "Envíe en '{param_name}' una expresión regular corta, sin retrorreferencias ni aserciones de contexto.",
  },
  VALIDATION_TRUNCATED_WARNING: {
    summary: 'Menos elementos de los solicitados',
    message: 'La respuesta se truncó a {limit} elementos',
    hint: 'Pida como máximo {limit} elementos por llamada y obtenga el resto mediante paginación.',
  },
  VALIDATION_UPSTREAM_REJECTED: {
    summary: 'El servicio externo rechazó los valores',
    message: [
      "El servicio externo rechazó la solicitud: '{upstream_error}'",
      'El servicio externo rechazó la solicitud',
    ],
    hint: [
      "Corrija los valores que rechazó el servicio externo; su error fue '{upstream_error}'.",
      'Revise los valores según la documentación del servicio externo.',
    ],
  },
  NOT_FOUND_OPERATION: {
    summary: 'La operación solicitada no existe',
    message: "Operación desconocida: '{operation}'",
    hint: ['Use una de estas: {available}.', 'Pida la lista de operaciones del servidor y elija una.'],
  },
  NOT_FOUND_RESOURCE: {
    summary: 'No se encontró el recurso',
    message: [
      "Recurso '{resource_type}' no encontrado: '{resource_id}'",
      "Recurso no encontrado: '{resource_id}'",
      'Recurso no encontrado',
    ],
    hint: [
      "Busque el recurso '{resource_type}' con una llamada de listado o de búsqueda y use el identificador que devuelva.",
      'Busque el recurso con una llamada de listado o de búsqueda y use el identificador que devuelva.',
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
      "Pida al propietario de las credenciales que conceda '{required_scope}'.",
      'Pida al usuario credenciales con el permiso que falta; repetir la llamada no servirá de nada.',
    ],
  },
  PERMISSION_TRUST_LEVEL_INSUFFICIENT: {
    summary: 'Nivel de confianza insuficiente para la operación',
    message: [
      "La operación '{operation}' exige el nivel de confianza '{required_trust}'; quien llama tiene '{caller_trust}'",
      "La operación '{operation}' exige el nivel de confianza '{required_trust}'; el adaptador tiene '{actual_trust}'",
    ],
    hint: [
      "Pida al operador que le suba el nivel de confianza de '{caller_trust}' a '{required_trust}'; ningún argumento puede subirlo.",
      "Pida al operador que suba el nivel de confianza del adaptador a '{required_trust}'; ningún argumento puede subirlo.",
    ],
  },
  PERMISSION_DANGER_LEVEL_DENIED: {
    summary: 'Operación demasiado peligrosa para el nivel de confianza',
    message: [
      "La operación '{operation}' (peligro: {danger_level}) no se permite con el nivel de confianza '{caller_trust}' de quien llama",
      "La operación '{operation}' (peligro: {danger_level}) no se permite con el nivel de confianza '{adapter_trust}' del adaptador",
    ],
    hint: "Pida al operador que permita '{operation}' (exige el nivel de confianza '{minimum_trust_required}') o use una operación menos peligrosa.",
  },
  CONFIRMATION_REQUIRED: {
    summary: 'Una operación peligrosa requiere la confirmación del usuario',
    message: 'Esta operación requiere confirmación',
    hint: [
      'Pregunte al usuario: {confirmation_message} Si responde que sí, confirme con el token antes de {expires_at}.',
      "Pregunte al usuario si desea ejecutar '{operation}'. Si responde que sí, confirme con el token antes de {expires_at}.",
    ],
  },
  CONFIRMATION_DENIED: {
    summary: 'La operación no se confirmó',
    message: ["No se confirmó '{operation}': '{reason}'", "No se confirmó '{operation}'"],
    hint: 'No repita la llamada. Diga al usuario que la llamada no se confirmó y pregúntele cómo continuar.',
  },
  RATE_LIMIT_EXCEEDED: {
    summary: 'Límite de solicitudes alcanzado',
    message: 'Se superó el límite de solicitudes de la API',
    hint: [
      'Repita la misma llamada dentro de {retry_after_seconds} s.',
      'Repita la misma llamada más tarde, con esperas cada vez más largas.',
    ],
  },
  RATE_LIMIT_CONCURRENCY: {
    summary: 'Demasiadas llamadas, conexiones o sesiones a la vez',
    message: 'El servidor ya atiende el máximo permitido ({of}: {limit})',
    hint: 'Repita la misma llamada dentro de un momento, con esperas cada vez más largas.',
  },
  RATE_LIMIT_QUOTA_PAUSE: {
    summary: 'Umbral de pausa de la cuota alcanzado',
    message: 'Se alcanzó el umbral de pausa de la cuota',
    hint: 'Pregunte al usuario si desea continuar: el valor de {metric} es {current} y el umbral de pausa es {pause_threshold}. Si responde que sí, confirme con el token antes de {expires_at}.',
  },
  RATE_LIMIT_QUOTA_EXHAUSTED: {
    summary: 'Tope de la cuota alcanzado',
    message: 'Cuota agotada',
    hint: 'Repita la misma llamada después de {resets_at} o pida al operador una cuota mayor.',
  },
  RATE_LIMIT_QUOTA_WARNING: {
    summary: 'Cuota casi agotada',
    message: 'La cuota está cerca de su límite',
    hint: 'Haga menos llamadas: el valor de {metric} es {current} y el umbral de aviso es {warn_threshold}.',
  },
  TOKEN_INVALID: {
    summary: 'Token de confirmación inexistente o mal formado',
    message: 'El token de confirmación no es válido',
    hint: 'Repita la llamada original sin token; la respuesta incluye uno nuevo.',
  },
  TOKEN_EXPIRED: {
    summary: 'Token de confirmación caducado',
    message: 'El token de confirmación ha caducado',
    hint: 'Repita la llamada original sin token, vuelva a preguntar al usuario y confirme antes de que caduque el nuevo token.',
  },
  TOKEN_ALREADY_USED: {
    summary: 'Token de confirmación ya canjeado',
    message: 'El token de confirmación ya se usó',
    hint: 'Compruebe si la llamada confirmada surtió efecto antes de pedir otro token; la llamada ya se ejecutó una vez.',
  },
  TOKEN_SCOPE_MISMATCH: {
    summary: 'El token de confirmación es de otra llamada',
    message: 'El token de confirmación no corresponde a esta llamada',
    hint: "Repita '{requested_operation}' sin token para obtener uno nuevo, o envíe los argumentos para los que se emitió el token.",
  },
  CONFLICT_ALREADY_EXISTS: {
    summary: 'El recurso ya existe',
    message: ["El recurso '{resource_type}' ya existe: '{resource_id}'", 'El recurso ya existe'],
    hint: 'Lea primero el recurso existente; luego actualícelo o cree uno con otro nombre.',
  },
  CONFLICT_VERSION_MISMATCH: {
    summary: 'El recurso cambió desde que se leyó',
    message: [
      "Se esperaba la versión '{expected_version}' y se encontró '{actual_version}'",
      'El recurso ha cambiado desde que se leyó',
    ],
    hint: 'Lea de nuevo el recurso, aplique el cambio a su estado actual y envíe la versión que leyó.',
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
    summary: 'Se desconoce el resultado de la primera llamada con esta clave de idempotencia',
    message: [
      "El resultado de '{operation}' se desconoce desde {last_heard_at}",
      'Se desconoce el resultado de la llamada',
    ],
    hint: [
      'Compruebe si la llamada surtió efecto. Repítala solo con la misma clave de idempotencia, a partir de {reopenable_at}.',
      'Compruebe si la llamada surtió efecto. Repítala solo con la misma clave de idempotencia.',
    ],
  },
  CONFLICT_ALREADY_APPLIED: {
    summary: 'La llamada surtió efecto, pero su respuesta se perdió',
    message: [
      "'{operation}' surtió efecto, pero su respuesta se perdió",
      'La llamada surtió efecto, pero su respuesta se perdió',
    ],
    hint: 'No repita la llamada. Lea el resultado con la llamada indicada en next_actions.',
  },
  CONFLICT_IDEMPOTENCY_KEY: {
    summary: 'Clave de idempotencia usada con otros argumentos',
    message: 'La clave de idempotencia ya se usó con otros argumentos',
    hint: 'Use una clave nueva para una llamada nueva, o repita la primera llamada con sus argumentos originales.',
  },
  SCHEMA_MISSING_FIELD: {
    summary: 'Falta un campo requerido en un archivo de esquema',
    message: "Falta el campo requerido '{field_path}'",
    hint: ['{suggestion}', "Añada '{field_path}' al archivo."],
  },
  SCHEMA_INVALID_TYPE: {
    summary: 'Un campo de un archivo de esquema tiene un tipo incorrecto',
    message: "El campo '{field_path}' debe ser {expected}, pero es {actual}",
    hint: ['{suggestion}', "Cambie '{field_path}' a {expected}."],
  },
  SCHEMA_UNRESOLVED_REF: {
    summary: 'Una referencia de tipo de un archivo de esquema no se puede resolver',
    message: "La referencia de tipo '{ref}' no está en types",
    hint: ['{suggestion}', "Declare '{ref}' en types o corrija la referencia."],
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
    hint: [
      "Cambie el nombre '{name}' por '{suggestion}'.",
      "Cambie el nombre '{name}'; use solo letras minúsculas, cifras y guiones bajos.",
    ],
  },
  SCHEMA_VERSION_DEPRECATED: {
    summary: 'Versión de esquema obsoleta',
    message: "La versión de esquema '{version}' está obsoleta",
    hint: [
      'Actualice el archivo a una versión de esquema más reciente, como se describe en {migration_guide}',
      'Actualice el archivo a una versión de esquema más reciente.',
    ],
  },
  SCHEMA_VERSION_UNSUPPORTED: {
    summary: 'Versión de esquema desconocida',
    message: "Versión de esquema desconocida: '{version}'",
    hint: 'Use una de estas versiones de esquema: {supported_versions}.',
  },
  SCHEMA_VALIDATION_ERROR: {
    summary: 'El archivo de esquema tiene problemas',
    message: ["El esquema '{file}' tiene {count} problema(s)", 'El esquema tiene {count} problema(s)'],
    hint: "Corrija todos los problemas indicados en 'errors' y compruebe de nuevo el archivo.",
  },
  BATCH_PARTIAL_FAILURE: {
    summary: 'Falló una parte del lote',
    message: 'Fallaron {failed} de {total} operaciones',
    hint: "Conserve los elementos que se completaron. Repita solo los que figuran en 'errors', cada uno según indica su código.",
  },
  UPSTREAM_UNAVAILABLE: {
    summary: 'El servicio externo no está disponible',
    message: ["Servicio externo no disponible: '{upstream_error}'", 'Servicio externo no disponible'],
    hint: [
      'Espere {retry_after_seconds} s y repita la misma llamada.',
      'Repita la misma llamada algunas veces, con esperas cada vez más largas.',
    ],
  },
  UPSTREAM_TIMEOUT: {
    summary: 'El servicio externo tardó demasiado',
    message: ['El servicio externo no respondió en {timeout_ms} ms', 'El servicio externo no respondió a tiempo'],
    hint: 'Repita la misma llamada algunas veces, con esperas cada vez más largas; si era una escritura, compruebe antes si surtió efecto.',
  },
  INTERNAL_ERROR: {
    summary: 'Error interno del servidor',
    message: ["Error interno: '{upstream_error}'", 'Error interno'],
    hint: 'No repita la llamada. Informe del error al operador del servidor.',
  },
  INTERNAL_TIMEOUT: {
    summary: 'La herramienta tardó demasiado',
    message: "'{operation}' no terminó en {timeout_ms} ms",
    hint: 'Pida menos datos en una sola llamada o repítala; si era una escritura, compruebe antes si surtió efecto.',
  },
  INTERNAL_STORE_UNAVAILABLE: {
    summary: 'El almacén de datos del servidor no está disponible',
    message: 'El almacén de datos del servidor no está disponible',
    hint: 'Repita la misma llamada algunas veces, con esperas cada vez más largas.',
  },
  INTERNAL_OUTPUT_INVALID: {
    summary: 'La salida de la herramienta no cumple su esquema',
    message: "La salida de '{operation}' no cumple su esquema y no se entregó",
    hint: 'Compruebe si la llamada surtió efecto, ya que sí se ejecutó. Informe de la salida no válida al operador del servidor.',
  },
  CALL_CANCELLED: {
    summary: 'Se canceló la llamada',
    message: ["Se canceló '{operation}'", 'Se canceló la llamada'],
    hint: 'Si la llamada pudo haber escrito algo, compruebe si surtió efecto antes de repetirla.',
  },
};
