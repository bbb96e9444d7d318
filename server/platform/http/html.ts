const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML shows it, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Markup that may be sent as it is: only `html` makes it. */
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

/** What a template takes: text and numbers, which are escaped, markup, lists of those, and nothing at all. */
type Part = Html | string | number | false | null | undefined | readonly Part[];

/**
 * Template of markup: `` html`<p title="${text}">${text}</p>` ``. Whatever is put in is escaped unless it is markup itself.
 * Attributes must be quoted; an address that somebody else gave must be checked before it becomes a link.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Markup(strings.map((string, index) => string + markupOf(parts[index])).join(''));
}

function markupOf(part: Part): string {
  if (part instanceof Markup) return part.toString();
  if (part === null || part === undefined || part === false) return '';
  return typeof part === 'object' ? part.map(markupOf).join('') : escapeHtml(String(part));
}
