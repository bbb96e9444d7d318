import { USER_ROLE_NAMES, type UserRole } from '#shared/people/rules/permissions.ts';
import { grantableRoles, INVITATION_HOURS } from '#shared/people/rules/team.ts';
import { invitationForm, inviteUser, readTeam } from '#shared/people/team.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { SelectField } from '#web/kit/form/field/select-field.tsx';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormDialog } from '#web/kit/form/form-dialog.tsx';
import { FormErrorSummary } from '#web/kit/form/form-error-summary.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import styles from './team.module.css';

const LABELS: Record<string, string> = { email: 'Email', role: 'Rol' };

const labelOf = (field: string) => LABELS[field] ?? field;

/** What each role may do, below the choice. */
const ROLE_HINTS: Record<UserRole, string> = {
  owner: 'Hace todo, también cambiar a otros dueños.',
  admin: 'Hace todo, menos cambiar a los dueños.',
  operations: 'Crea, cambia e imprime órdenes, y carga productos.',
  billing: 'Paga, y mira el resto.',
  viewer: 'Mira todo, sin cambiar nada.',
};

interface InviteDialogProps {
  /** Role of the logged-in user. */
  role: UserRole;
  refused: string | null;
  onClose: () => void;
}

/** Invites a person by e-mail. */
export default function InviteDialog({ role, refused, onClose }: InviteDialogProps) {
  const { send, pending } = useApiMutation(inviteUser);
  const form = useForm(invitationForm, { defaults: { email: '', role: '' } });
  const chosen = form.rhf.watch('role') as UserRole | '';

  const save = form.submit(async (body) => {
    try {
      const { message } = await send({ body });
      alerts.success(message);
      void invalidateApiQueries(readTeam);
      onClose();
    } catch (error) {
      showFormError(form, error, { labelOf });
    }
  });

  return (
    <FormDialog
      title="Invitar a una persona"
      formRef={form.formRef}
      dirty={form.dirty}
      onSubmit={save}
      refused={refused}
      pending={pending}
      onClose={onClose}
      saveText="Invitar"
      className={styles.form}
    >
      <FormErrorSummary form={form} labelOf={labelOf} />
      <TextField
        form={form}
        name="email"
        label="Email"
        type="email"
        autoComplete="off"
        hint={`Le llega un enlace que vence en ${INVITATION_HOURS} horas.`}
      />
      <SelectField
        form={form}
        name="role"
        label="Rol"
        placeholder="Elegí un rol"
        hint={chosen === '' ? 'Es lo que la persona puede hacer.' : ROLE_HINTS[chosen]}
        options={grantableRoles(role).map((value) => ({ value, label: USER_ROLE_NAMES[value] }))}
      />
    </FormDialog>
  );
}
