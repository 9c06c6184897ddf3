/** Elements as the requests of the tasks name them. */
const of = (role) => (name, row) => ({ role, name, ...(row !== undefined && { row }) });

export const button = of('button');
export const textbox = of('textbox');
export const checkbox = of('checkbox');
export const radio = of('radio');
export const combobox = of('combobox');
/** A list to choose from, as opposed to a field with suggestions. */
export const list = (name) => ({ ...combobox(name), isList: true });
