import { STAFF_ROLE_NAMES, STAFF_ROLES, type StaffRole } from '#shared/people/rules/staff-permissions.ts';
import { inviteStaff, listStaff, staffInvitationForm } from '#shared/people/staff.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { SelectField } from '#web/kit/form/field/select-field.tsx';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { FormGrid } from '#web/kit/ui/layout/layouts.tsx';
import { AuthForm } from '#web/people/auth/auth-form.tsx';
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
