import type { ReactElement } from 'react';
import { Navigate } from 'react-router';
import { type Capability, useCapability } from '#web/lib/capabilities.ts';
import { canAccess, type RouteAccess } from '#web/lib/route-access.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { paths } from '#web/paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';

interface RouteGuardProps {
  access: RouteAccess;
  /** What the screen requires of the gateway; undefined for a screen that every gateway allows. */
  capability: Capability | undefined;
  children: ReactElement;
}

/**
 * Guards a screen of the shell: redirects a client without the permission to the statistics (D1 §2), and replaces a screen that the
 * gateway doesn't allow by a sentence.
 */
export default function RouteGuard({ access, capability, children }: RouteGuardProps) {
  const allowed = canAccess(access, useClientSession());
  const supported = useCapability(capability);
  // The permission or the settings are loading; the shell is already visible.
  if (allowed === null || supported === null) return null;
  if (!allowed) return <Navigate to={paths.statistics} replace />;
  return supported ? children : <EmptyState title="Tu proveedor no tiene habilitada esta función" />;
}
