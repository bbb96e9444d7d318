/** An item of a list with its depth, as Word marks up its paragraphs. */
export interface ListItem {
  /** From 1. */
  level: number;
  ordered: boolean;
  html: string;
}

/** A mark before an item that counts: `1.`, `a)`, `iv.` */
const COUNTED = /^\(?(?:\d+|[a-z]{1,4})[.)]/i;

/** Whether an item's mark is a number or a letter. */
export const isCounted = (mark: string): boolean => COUNTED.test(mark.trim());

/** Returns lists of items, each deeper one within the item above it. */
export function nestedLists(items: readonly ListItem[]): string {
  const [first] = items;
  if (!first) return '';
  const level = Math.min(...items.map((item) => item.level));
  const groups: { head: ListItem; below: ListItem[] }[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (item.level > level && last) last.below.push(item);
    else groups.push({ head: item, below: [] });
  }
  // A list of another kind begins where numbers follow dots.
  const lists: (typeof groups)[] = [];
  for (const group of groups) {
    const last = lists.at(-1);
    if (last?.[0]?.head.ordered === group.head.ordered) last.push(group);
    else lists.push([group]);
  }
  return lists
    .map((list) => {
      const tag = list[0]?.head.ordered ? 'ol' : 'ul';
      const rows = list.map(
        ({ head, below }) => `<li>${head.html}${below.length > 0 ? `\n${nestedLists(below)}\n` : ''}</li>`,
      );
      return `<${tag}>\n${rows.join('\n')}\n</${tag}>`;
    })
    .join('\n');
}
