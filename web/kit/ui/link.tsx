import type { ComponentProps } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: To;
  /** State of the history's entry that the link adds. */
  state?: unknown;
}

/**
 * A link to a page of the portal. Replaces React Router's Link, which contains prefetching for server rendering and
 * would enlarge every page.
 */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const handleLinkClick = useLinkClickHandler<HTMLAnchorElement>(to, { state });
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) handleLinkClick(event);
      }}
    />
  );
}
