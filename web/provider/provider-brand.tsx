import { type ReactNode, useMemo } from 'react';
import { useSettings } from '#web/kit/call/settings.ts';
import { Brand } from '#web/kit/ui/layout/brand.tsx';

/** Provides the brand of this installation to its children. */
export function ProviderBrand({ children }: { children: ReactNode }) {
  const { brand: name, brand_logo: logo } = useSettings();
  const brand = useMemo(() => ({ name, logo }), [name, logo]);
  return <Brand value={brand}>{children}</Brand>;
}
