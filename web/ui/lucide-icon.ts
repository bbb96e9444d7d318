/**
 * Stands in for the maker of icons within `lucide-react` (see vite.config.ts), whose settings nobody uses here and which
 * every page would carry. Size and stroke come from styles/base.css.
 */
import { createElement, type SVGProps } from 'react';

/** A drawing of 24 × 24: its shapes with their attributes. */
interface Drawing {
  node: readonly (readonly [shape: string, attributes: Record<string, string>])[];
}

/** Makes the component of a drawing. Icons say nothing: the words stand beside them or on their button. */
export default function createIcon({ node }: Drawing) {
  const shapes = node.map(([shape, attributes]) => createElement(shape, attributes));
  return ({ className, ...rest }: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest,
        className: className ? `lucide ${className}` : 'lucide',
      },
      shapes,
    );
}
