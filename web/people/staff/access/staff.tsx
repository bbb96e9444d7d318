import { useState } from 'react';
import { EMPTY_VALUE, formatTimestamp } from '#shared/kit/text/format.ts';
import { invitationMailText, mayLeaveSoon } from '#shared/people/rules/invitation-mail.ts';
import { staffRefusalReason } from '#shared/people/rules/staff-permissions.ts';
import { listStaff, type StaffMember, type StaffState } from '#shared/people/staff.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { Badge, type BadgeColour } from '#web/kit/ui/display/badge.tsx';
import { EmptyState } from '#web/kit/ui/display/empty-state.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import { InviteForm } from './invite-form.tsx';
import type { Me } from './me.ts';
import { RoleMatrix } from './role-abilities.tsx';
import { RoleSelect, StaffActions } from './staff-actions.tsx';

const STATES: Record<StaffState, [colour: BadgeColour, name: string]> = {
  invited: ['azul', 'Invitado'],
  expired: ['amarillo', 'Invitación vencida'],
  withdrawn: ['gris', 'Invitación retirada'],
  active: ['verde', 'Activo'],
  suspended: ['rojo', 'Suspendido'],
};

/** How often the list is read again while a mail may leave soon, in ms. */
const REFRESH_MS = 5000;

/** `/consola/personal`: the staff, for administrators; others read why not. Everybody reads what each role may do. */
export function Staff({ me }: { me: Me }) {
  const [invited, setInvited] = useState<number | null>(null);
  return (
    <>
      <PageHeader title="Personal" />
      <div className="stack">
        {me.permissions.includes('staff') ? (
          <>
            <Panel title="Invitar a una persona">
              <div className="stack">
                <InviteForm onInvited={setInvited} />
                <InvitationNotice id={invited} />
              </div>
            </Panel>
            <StaffList onInvited={setInvited} />
          </>
        ) : (
          <EmptyState title="No podés ver al personal" text={staffRefusalReason(me.role, 'staff')} />
        )}
        <RoleMatrix />
      </div>
    </>
  );
}

const whileMailsWait = ({ results }: { results: readonly StaffMember[] }) =>
  results.some(
    ({ state, invitation_mail: mail, invitation_expires_at: end }) =>
      state === 'invited' && mail && end && mayLeaveSoon(mail, end, Date.now()),
  )
    ? REFRESH_MS
    : false;

const useStaffList = () =>
  useApiQuery(listStaff, {}, { refetchInterval: ({ state: { data } }) => data && whileMailsWait(data) });

/** What becomes of the invitation that was just sent, until it is accepted or withdrawn. */
function InvitationNotice({ id }: { id: number | null }) {
  const { data } = useStaffList();
  const person = data?.results.find((one) => one.id === id);
  const mail = person?.state === 'invited' && person.invitation_mail;
  return (
    <div role="status">
      {person && mail && (
        <Note tone={mail.problem === null ? 'info' : 'warn'}>
          Invitación a {person.email}: {invitationMailText(mail)}. Sirve hasta el{' '}
          {formatTimestamp(person.invitation_expires_at)}.
        </Note>
      )}
    </div>
  );
}

const isActiveAdministrator = ({ role, state }: StaffMember) => role === 'admin' && state === 'active';

function StaffList({ onInvited }: { onInvited: (id: number) => void }) {
  const { data, error, refetch } = useStaffList();
  if (!data) return <NotLoaded error={error} onRetry={() => void refetch()} lines={5} />;
  const [administrator, other] = data.results.filter(isActiveAdministrator);
  const isLast = (person: StaffMember) => other === undefined && person.id === administrator?.id;
  return (
    <StaticTable<StaffMember>
      caption="Personal"
      cards
      rows={data.results}
      rowKey={({ id }) => String(id)}
      columns={[
        { header: 'Persona', cell: (row) => <PersonName person={row} /> },
        { header: 'Rol', cell: (row) => <RoleSelect person={row} last={isLast(row)} /> },
        { header: 'Estado', cell: (row) => <PersonState person={row} /> },
        { header: 'Segundo paso', cell: (row) => (row.second_factor ? 'Sí' : 'No') },
        {
          header: 'Último uso',
          cell: (row) => (row.last_seen_at ? formatTimestamp(row.last_seen_at) : EMPTY_VALUE),
        },
        {
          header: 'Acciones',
          cell: (row) => <StaffActions person={row} last={isLast(row)} onInvited={onInvited} />,
        },
      ]}
    />
  );
}

/** The state of a person, and what became of an invitation's mail. */
function PersonState({ person: { state, invitation_mail } }: { person: StaffMember }) {
  return (
    <span>
      <Badge colour={STATES[state][0]}>{STATES[state][1]}</Badge>
      {state === 'invited' && invitation_mail && (
        <span className="row-line">{invitationMailText(invitation_mail)}</span>
      )}
    </span>
  );
}

function PersonName({ person }: { person: StaffMember }) {
  return (
    <span>
      {person.name && (
        <b>
          {person.name}
          {person.current && ' (vos)'}
        </b>
      )}
      <span className="row-line">{person.email}</span>
    </span>
  );
}
