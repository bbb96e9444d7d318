import { use } from 'react';
import { Brand } from './brand.tsx';

/** Sets the title of the browser's tab. */
export function TabTitle({ title }: { title: string }) {
  return <title>{`${title} · ${use(Brand).name}`}</title>;
}
