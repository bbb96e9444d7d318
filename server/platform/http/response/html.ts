const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Safe markup. Only `html` creates it. */
class Markup {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

export type Html = Markup;

/** Value in a template: text and numbers are escaped, markup and lists are inserted, null and false are left out. */
type Part = Html | string | number | false | null | undefined | readonly Part[];

/**
 * Builds markup from a template: `` html`<p title="${text}">${text}</p>` ``. Escapes every value that isn't markup.
 * Attributes must be quoted. Callers must check a URL from outside before using it as a link.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Markup(strings.map((string, index) => string + markupOf(parts[index])).join(''));
}

function markupOf(part: Part): string {
  if (part instanceof Markup) return part.toString();
  if (part === null || part === undefined || part === false) return '';
  return typeof part === 'object' ? part.map(markupOf).join('') : escapeHtml(String(part));
}
