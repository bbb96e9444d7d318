import { useEffect } from 'react';
import { history } from './history.ts';

let brand = 'Remito';
/** The page that the browser itself loaded: its focus is the browser's matter. */
const first = history.place().location.key;

/** The installation's name in every title from now on. */
export function setTitleBrand(name: string): void {
  if (name === '' || name === brand) return;
  if (document.title.endsWith(brand)) document.title = document.title.slice(0, -brand.length) + name;
  brand = name;
}

/**
 * Names the page in the browser's title. When it is come to from another page, its `<h1>` takes the focus, so that a
 * screen reader says where one is (WCAG 2.4.3).
 */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${brand}`;
  }, [title]);
  useEffect(() => {
    if (history.place().location.key === first) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
}
