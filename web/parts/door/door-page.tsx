import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSettings } from '#web/lib/settings.ts';
import { DoorLayout } from '#web/ui/door-layout.tsx';

interface DoorPageProps {
  /** Name of the page, in the browser's title. */
  title: string;
  /** Its heading; the title unless told otherwise. */
  heading?: string;
  stub?: ReactNode;
  children: ReactNode;
}

/** A page before the login. Come to from another page, its heading takes the focus, as screens inside do. */
export function DoorPage({ title, heading = title, stub, children }: DoorPageProps) {
  const { brand } = useSettings();
  const arrived = useLocation().key !== 'default';
  useEffect(() => {
    if (arrived) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [arrived]);
  return (
    <DoorLayout tagline={heading} stub={stub}>
      <title>{`${title} · ${brand}`}</title>
      {children}
    </DoorLayout>
  );
}
