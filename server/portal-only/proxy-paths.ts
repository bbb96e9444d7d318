/** What stands in no path (RFC 3986): lenient servers drop it, cut the path there or read it as a slash. */
const NOT_IN_PATHS = /[^\x21-\x7e]|[#\\^`{|}<>"]/;

/** How often a careless server decodes a path. */
const MOST_DECODINGS = 3;

/**
 * Whether a path means the same to every server that reads it. Servers differ on dot segments, empty segments, `;`
 * parameters, backslashes and escaped slashes, and some decode twice.
 *
 * @param path as it came, without its query
 * @param freeText whether the last segment may hold an escaped slash or semicolon, as a shop's order number does
 */
export function isUnambiguous(path: string, freeText = false): boolean {
  if (NOT_IN_PATHS.test(path) || path.includes(';')) return false;
  const segments = path.slice(1).replace(/\/$/, '').split('/');
  return segments.every((segment, at) => isPlain(segment, freeText && at === segments.length - 1));
}

function isPlain(segment: string, freeText: boolean): boolean {
  if (segment === '') return false;
  for (let [text, turn] = [segment, 0]; turn <= MOST_DECODINGS; turn++, text = decoded(text)) {
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
