/** Characters that are invalid in paths (RFC 3986). Lenient servers remove them, cut the path there, or read them as a slash. */
const NOT_IN_PATHS = /[^\x21-\x7e]|[#\\^`{|}<>"]/;

/** Number of times that a careless server may decode a path. */
const MAX_DECODINGS = 3;

/**
 * Whether all servers interpret a path identically. Servers differ on dot segments, empty segments, `;` parameters, backslashes
 * and escaped slashes, and some decode twice.
 *
 * @param path path as received, without query
 * @param freeText whether the last segment may contain an escaped slash or semicolon, e.g. in a client's order number
 */
export function isUnambiguous(path: string, freeText = false): boolean {
  if (NOT_IN_PATHS.test(path) || path.includes(';')) return false;
  const segments = path.slice(1).replace(/\/$/, '').split('/');
  return segments.every((segment, at) => isPlain(segment, freeText && at === segments.length - 1));
}

function isPlain(segment: string, freeText: boolean): boolean {
  if (segment === '') return false;
  for (let [text, turn] = [segment, 0]; turn <= MAX_DECODINGS; turn++, text = decoded(text)) {
    if (/[\\\p{Cc}]/u.test(text) || (!freeText && /[/;]/.test(text))) return false;
    if (text.split('/').some((part) => /^\.{1,2}(;|$)/.test(part))) return false;
  }
  return true;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
