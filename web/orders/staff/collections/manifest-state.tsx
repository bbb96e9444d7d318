import { MANIFEST_STATE_NAMES, type ManifestState } from '#shared/orders/rules/shipment/manifest.ts';
import { Badge, type BadgeColour } from '#web/kit/ui/display/badge.tsx';

const COLOURS: Record<ManifestState, BadgeColour> = { abierto: 'amarillo', entregado: 'verde', anulado: 'gris' };

/** Badge with a manifest's state. */
export const ManifestBadge = ({ state }: { state: ManifestState }) => (
  <Badge colour={COLOURS[state]}>{MANIFEST_STATE_NAMES[state]}</Badge>
);
