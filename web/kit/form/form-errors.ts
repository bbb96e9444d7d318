import type { FieldError } from '#shared/kit/http/failure.ts';
import { isObject } from '#shared/kit/is-object.ts';

/** Returns the path of a value within the one at `path`. */
const pathWithin = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);

/** Converts paths like `receiver[address][city]` and `shipments[0].weight` to the dotted paths that forms use. */
export function dottedPath(field: string): string {
  return field.replace(/\[(['"]?)([^\]]*?)\1\]/g, '.$2').replace(/^\./, '');
}

/** Returns whether a value is one error of the form library, rather than a group of errors. */
function isError(value: Record<string, unknown>): value is { type: unknown; message?: string } {
  return typeof value.type === 'string' || typeof value.type === 'number';
}

/** Returns the nested errors of a form as a flat list, each with its dotted path. */
export function flatErrors(errors: object, path = ''): FieldError[] {
  return Object.entries(errors).flatMap(([key, value]): FieldError[] => {
    if (!isObject(value) || key === 'ref') return [];
    const here = key === 'root' ? path : pathWithin(path, key);
    if (isError(value)) return value.message ? [{ field: here, message: value.message }] : [];
    return flatErrors(value, here);
  });
}

/** Returns the value at a dotted path; undefined when there is none. */
export function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce((value, key) => (isObject(value) ? value[key] : undefined), values);
}

/** Returns the paths of all values that are neither objects nor arrays. */
function leafPaths(values: unknown, path = ''): string[] {
  if (!isObject(values)) return [path];
  return Object.entries(values).flatMap(([key, value]) => leafPaths(value, pathWithin(path, key)));
}

/**
 * Returns the path of the form's field that a server error names: by its full path, or by its last part alone ('email
 * => ya existe', D1 §8) if only one field ends in it. Returns an unknown name unchanged.
 */
export function fieldNamed(name: string, values: unknown): string {
  if (name === '' || valueAt(values, name) !== undefined) return name;
  const [only, ...others] = leafPaths(values).filter((path) => path.endsWith(`.${name}`));
  return only !== undefined && others.length === 0 ? only : name;
}

/** Builds nested errors, with arrays where the values have arrays; the first error of a field wins. */
export function nestedErrors(list: readonly FieldError[], values: unknown): Record<string, unknown> {
  const errors: Record<string, unknown> = {};
  for (const { field, message } of list) {
    const inArray = Array.isArray(valueAt(values, field));
    const keys = (inArray ? `${field}.root` : field).split('.');
    const last = keys.pop() ?? field;
    let node = errors;
    let path = '';
    for (const key of keys) {
      path = pathWithin(path, key);
      node[key] ??= Array.isArray(valueAt(values, path)) ? [] : {};
      node = node[key] as Record<string, unknown>;
    }
    node[last] ??= { type: 'field', message };
  }
  return errors;
}
