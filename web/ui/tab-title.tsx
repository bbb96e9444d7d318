import { createContext, use } from 'react';

/** The provider's name, which stands behind the name of each screen. */
export const BrandName = createContext('Remito');

/** Names the tab of the browser. */
export function TabTitle({ title }: { title: string }) {
  return <title>{`${title} · ${use(BrandName)}`}</title>;
}
