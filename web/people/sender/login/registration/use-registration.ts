import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { listedZipCodes } from '#shared/orders/lookups.ts';
import type { ListedZips } from '#shared/orders/rules/place/zip-province.ts';
import { register } from '#shared/people/registration.ts';
import { call } from '#web/kit/call/api.ts';
import { type ApiError, asApiError } from '#web/kit/call/api-error.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { useForm } from '#web/kit/form/forms.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { zipsListed } from '#web/orders/place/zip-province-check.ts';
import { confirmErrors } from '#web/people/password/password-confirm.ts';
import { registrationState } from './registration-state.ts';
import {
  addressErrors,
  FOREIGN_NAMES as names,
  payloadOf,
  type RegistrationValues,
  STEPS,
  type Step,
  schemas,
  stepOf,
} from './steps.ts';

const NONE: ListedZips = new Map();

/**
 * Loads the listed postal codes for visitors, since zip lookup needs a session. Empty until loaded, and with a gateway that has
 * no such list.
 */
function useListedZips(): ListedZips {
  const enabled = useCapability('zipList');
  const [zips, setZips] = useState(NONE);
  useEffect(() => {
    if (!enabled) return;
    call(listedZipCodes)
      .then((listed) => setZips(zipsListed(listed)))
      // Without the list, region and CPA letter are still checked here; the gateway checks the rest.
      .catch(() => undefined);
  }, [enabled]);
  return zips;
}

/** Holds the four forms of the registration, and which step is open and which are complete (D1 §4). */
export function useRegistration(onRegistered: (email: string) => void) {
  const zips = useListedZips();
  const forms = {
    contact: useForm(schemas.contact, { defaults: registrationState.typed.contact, names }),
    company: useForm(schemas.company, { defaults: registrationState.typed.company, names }),
    address: useForm(schemas.address, {
      defaults: registrationState.typed.address,
      names,
      check: (values) => addressErrors(values, zips),
    }),
    user: useForm(schemas.user, {
      defaults: registrationState.typed.user,
      names,
      check: ({ password, passwordConfirm }) => confirmErrors(password, passwordConfirm),
      related: { password: 'passwordConfirm' },
    }),
  };
  const [open, setOpen] = useState<Step>(registrationState.open);
  const [complete, setComplete] = useState(registrationState.complete);
  const { send, pending } = useApiMutation(register);

  const typed = (): RegistrationValues => ({
    contact: forms.contact.rhf.getValues(),
    company: forms.company.rhf.getValues(),
    address: forms.address.rhf.getValues(),
    user: forms.user.rhf.getValues(),
  });

  const saveState = useEffectEvent(() => {
    if (registrationState.registered === null) Object.assign(registrationState, { typed: typed(), open, complete });
  });
  // On unmount, so that the dialog reopens in the same state.
  useEffect(() => () => saveState(), []);

  const mark = (step: Step, done: boolean) =>
    setComplete((before) => new Set(done ? [...before, step] : [...before].filter((other) => other !== step)));

  /** Opens a step. A complete step that is left with invalid fields becomes incomplete. */
  function openStep(step: Step) {
    if (complete.has(open)) void forms[open].rhf.trigger().then((valid) => valid || mark(open, false));
    setOpen(step);
  }

  const firstIncomplete = (except: Step) => STEPS.find((step) => step !== except && !complete.has(step));

  function completeStep(step: Step) {
    mark(step, true);
    setOpen(STEPS[STEPS.indexOf(step) + 1] ?? step);
  }

  function showRegistrationError(failure: ApiError) {
    alerts.danger(failure.message);
    const step = failure.errors.map(({ field }) => stepOf(field)).find((found) => found !== null);
    if (!step) {
      forms.user.showErrors(failure);
      return;
    }
    mark(step, false);
    setOpen(step);
    forms[step].showErrors(failure);
  }

  async function finish() {
    mark('user', true);
    const first = firstIncomplete('user');
    if (first) {
      setOpen(first);
      return;
    }
    const values = typed();
    try {
      await send({ body: payloadOf(values) });
      onRegistered(values.contact.email.trim());
    } catch (error) {
      showRegistrationError(asApiError(error));
    }
  }

  const submit: Record<Step, (event: FormEvent) => void> = {
    contact: forms.contact.submit(() => completeStep('contact')),
    company: forms.company.submit(() => completeStep('company')),
    address: forms.address.submit(() => completeStep('address')),
    user: forms.user.submit(finish),
  };

  return {
    forms,
    open,
    openStep,
    complete,
    /** True until all earlier steps are complete. */
    locked: (step: Step) => !STEPS.slice(0, STEPS.indexOf(step)).every((before) => complete.has(before)),
    submit,
    pending,
    typed,
    /** True when the last step has any value: only then the registration can be submitted (D1 §2). */
    dirty: Object.values(forms.user.rhf.watch()).some((value) => value !== ''),
  };
}

export type Registration = ReturnType<typeof useRegistration>;
