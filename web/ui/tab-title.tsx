import { use } from 'react';
import { Brand } from './brand.tsx';

/** Names the tab of the browser. */
export function TabTitle({ title }: { title: string }) {
  return <title>{`${title} · ${use(Brand).name}`}</title>;
}
