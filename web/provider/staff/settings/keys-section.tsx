import { useState } from 'react';
import { EMPTY_VALUE, formatDate, formatTimestamp } from '#shared/kit/text/format.ts';
import { STAFF_PERMISSION_NAMES } from '#shared/people/rules/staff-permissions.ts';
import { listKeys, type ProviderKey, revokeKey } from '#shared/provider/staff-keys.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { runAndRefetch } from '#web/console/kit/run-and-refetch.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Badge } from '#web/kit/ui/display/badge.tsx';
import { EmptyState } from '#web/kit/ui/display/empty-state.tsx';
import { Plus } from '#web/kit/ui/display/icons.ts';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { NewKey } from './new-key.tsx';
import styles from './settings.module.css';

/** The API keys of the provider's systems, for administrators; others read why not. */
export function KeysSection({ me }: { me: Me }) {
  const refused = refusalOf(me, 'keys');
  return refused ? <EmptyState title="No podés ver esta página" text={refused} /> : <Keys />;
}

function Keys() {
  const { data, error, refetch } = useApiQuery(listKeys);
  const revoke = useApiMutation(revokeKey);
  const [creating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ProviderKey | null>(null);
  if (!data) return <NotLoaded error={error} onRetry={() => void refetch()} lines={6} />;
  return (
    <>
      <div className={styles.buttons}>
        <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
          Nueva clave
        </Button>
      </div>
      <StaticTable<ProviderKey>
        caption="Claves"
        cards
        rows={data.results}
        rowKey={({ id }) => String(id)}
        columns={[
          {
            header: 'Sistema',
            cell: ({ name, revoked_at }) => (
              <>
                <b>{name}</b> {revoked_at && <Badge colour="gris">Revocada</Badge>}
              </>
            ),
          },
          {
            header: 'Alcances',
            cell: ({ scopes }) => scopes?.map((scope) => STAFF_PERMISSION_NAMES[scope]).join(', ') ?? 'Todos',
          },
          { header: 'Redes', cell: ({ networks }) => networks?.join(', ') ?? 'Todas' },
          { header: 'Vence', cell: ({ expires_on }) => (expires_on ? formatDate(expires_on) : 'Nunca') },
          {
            header: 'Último uso',
            cell: ({ last_used_at }) => (last_used_at ? formatTimestamp(last_used_at) : EMPTY_VALUE),
          },
          {
            header: 'Acciones',
            right: true,
            cell: (key) =>
              key.revoked_at ? (
                EMPTY_VALUE
              ) : (
                <Button
                  size="sm"
                  variant="danger"
                  aria-label={`Revocar la clave ${key.name}`}
                  onClick={() => setRevoked(key)}
                >
                  Revocar
                </Button>
              ),
          },
        ]}
      />
      {creating && <NewKey onClose={() => setCreating(false)} />}
      <ConfirmDialog
        open={revoked !== null}
        onOpenChange={() => setRevoked(null)}
        title={`¿Revocar la clave ${revoked?.name ?? ''}?`}
        message="El sistema que la usa deja de funcionar de inmediato. No tiene vuelta atrás."
        confirmText="Revocar"
        danger
        onConfirm={() => revoked && runAndRefetch(() => revoke.send({ params: { id: revoked.id } }), listKeys)}
      />
    </>
  );
}
