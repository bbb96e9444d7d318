import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { ProviderBrand } from '#web/parts/provider-brand.tsx';
import { DoorLayout } from '#web/ui/door-layout.tsx';
import { TabTitle } from '#web/ui/tab-title.tsx';

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
  const arrived = useLocation().key !== 'default';
  useEffect(() => {
    if (arrived) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [arrived]);
  return (
    <ProviderBrand>
      <DoorLayout tagline={heading} stub={stub}>
        <TabTitle title={title} />
        {children}
      </DoorLayout>
    </ProviderBrand>
  );
}
