/**
 * Replaces the icon factory of `lucide-react` (see vite.config.ts), whose unused options would enlarge every page. Size
 * and stroke are set in styles/base.css.
 */
import { createElement, type SVGProps } from 'react';

/** An icon of 24 × 24: its shapes with their attributes. */
interface Drawing {
  node: readonly (readonly [shape: string, attributes: Record<string, string>])[];
}

/**
 * Creates the component of an icon. Icons are hidden from screen readers: a text next to them or the label of their
 * button names them.
 */
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
