import type { ReactElement } from 'react';
import { Navigate } from 'react-router';
import { type Capability, useCapability } from '#web/kit/call/capabilities.ts';
import { canAccess, type RouteAccess } from '#web/kit/call/route-access.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';
import { EmptyState } from '#web/kit/ui/display/empty-state.tsx';
import { paths } from '#web/paths.ts';

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
