import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { ProviderBrand } from '#web/parts/provider-brand.tsx';
import { AuthLayout } from '#web/ui/auth-layout.tsx';
import { TabTitle } from '#web/ui/tab-title.tsx';

interface AuthPageProps {
  /** Name of the page, in the browser's title. */
  title: string;
  /** Its heading; the title unless told otherwise. */
  heading?: string;
  stub?: ReactNode;
  children: ReactNode;
}

/** A page without a session. Come to from another page, its heading takes the focus, as screens inside do. */
export function AuthPage({ title, heading = title, stub, children }: AuthPageProps) {
  const arrived = useLocation().key !== 'default';
  useEffect(() => {
    if (arrived) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [arrived]);
  return (
    <ProviderBrand>
      <AuthLayout tagline={heading} stub={stub}>
        <TabTitle title={title} />
        {children}
      </AuthLayout>
    </ProviderBrand>
  );
}
