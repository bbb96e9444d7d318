import { STAFF_ROLE_NAMES, STAFF_ROLES, type StaffRole } from '#shared/people/rules/staff-permissions.ts';
import { inviteStaff, listStaff, staffInvitationForm } from '#shared/people/staff.ts';
import { useForm } from '#web/lib/forms.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { FormSubmitError } from '#web/parts/form/form-submit-error.tsx';
import { SelectField } from '#web/parts/form/select-field.tsx';
import { showFormError } from '#web/parts/form/show-form-error.ts';
import { TextField } from '#web/parts/form/text-field.tsx';
import { AuthForm } from '#web/people/auth/auth-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormGrid } from '#web/ui/layouts.tsx';
import { RoleAbilities } from './role-abilities.tsx';

/** Options of the roles. */
export const ROLE_OPTIONS = STAFF_ROLES.map((value) => ({ value, label: STAFF_ROLE_NAMES[value] }));

/**
 * Invites a person by e-mail, and shows what the chosen role may do.
 *
 * @param props.onInvited called with the person's id
 */
export function InviteForm({ onInvited }: { onInvited: (id: number) => void }) {
  const { send, pending } = useApiMutation(inviteStaff);
  const form = useForm(staffInvitationForm, { defaults: { email: '', role: '' } });
  const chosen = form.rhf.watch('role') as StaffRole | '';
  const invite = form.submit(async (body) => {
    try {
      onInvited((await send({ body })).results.id);
      form.rhf.reset();
      await invalidateApiQueries(listStaff);
    } catch (error) {
      showFormError(form, error, { title: ({ firstMessage }) => [firstMessage], focus: 'email' });
    }
  });
  return (
    <AuthForm formRef={form.formRef} onSubmit={invite}>
      <FormSubmitError submitError={form.submitError} />
      <FormGrid>
        <TextField
          form={form}
          name="email"
          label="Email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          span={5}
        />
        <SelectField form={form} name="role" label="Rol" options={ROLE_OPTIONS} placeholder="Elegí un rol" span={4} />
      </FormGrid>
      {chosen && <RoleAbilities role={chosen} intro={`Con el rol ${STAFF_ROLE_NAMES[chosen]} va a poder:`} />}
      <div>
        <Button type="submit" variant="primary" busy={pending}>
          Invitar
        </Button>
      </div>
    </AuthForm>
  );
}
