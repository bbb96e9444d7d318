import type { KeyboardEvent } from 'react';

type TypedField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isRadio = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === 'radio';

/** Whether no radio button of the group is checked. */
const isUndecided = ({ form, name }: HTMLInputElement): boolean =>
  !form?.querySelector(`input[name="${CSS.escape(name)}"]:checked`);

/**
 * Returns whether a person can type into a field or choose in it. Of a group of radio buttons, only the checked one counts, as long as
 * there is one.
 */
const isOpen = (field: TypedField): boolean =>
  !field.disabled &&
  !('readOnly' in field && field.readOnly) &&
  (!isRadio(field) || field.checked || isUndecided(field));

/** Returns the next field of a form in the order of the page; null after the last one. */
function nextField(form: HTMLFormElement, from: TypedField): TypedField | null {
  const fields = [...form.querySelectorAll<TypedField>('input, select, textarea')].filter(isOpen);
  const follows = (field: TypedField) =>
    (from.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) > 0 &&
    !(isRadio(from) && isRadio(field) && from.name === field.name);
  return fields.find(follows) ?? null;
}

/** Returns whether Enter would pick a suggestion: one that is shown, because the attribute may name one of an earlier list. */
function picks(combobox: Element): boolean {
  const highlighted = combobox.getAttribute('aria-activedescendant');
  return Boolean(highlighted && document.getElementById(highlighted));
}

/**
 * Makes Enter go on to the next field; the form's `onKeyDownCapture`. In the last field Enter submits the form, in a text area it
 * breaks the line, on a button it presses. In a combobox it first picks the highlighted suggestion, and waits for those being looked up.
 */
export function goOnByEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event;
  const { isComposing, repeat } = event.nativeEvent;
  if (event.key !== 'Enter' || isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  // React also passes keys of dialogs that the form renders, which aren't inside it.
  if (!(target instanceof Element && form.contains(target) && target.matches('input, select'))) return;
  const field = target as TypedField;
  const isCombobox = field.getAttribute('role') === 'combobox';
  if (isCombobox && picks(field)) return;
  const next = nextField(form, field);
  // A held key must neither run through the form nor submit it.
  if (!next && !repeat && !isCombobox) return;
  event.preventDefault();
  event.stopPropagation();
  if (!next || repeat || field.getAttribute('aria-busy') === 'true') return;
  next.focus();
  // As Tab does: typing replaces the text.
  if (next instanceof HTMLInputElement) next.select();
}
