import type { ScreenName } from '#test/e2e/screens.ts';
import { DETAILS } from './details.ts';
import { DOORS } from './doors.ts';
import { FORMS } from './forms.ts';
import { LISTS } from './lists.ts';
import type { ScreenStates } from './state.ts';

/** Every screen, with its states. */
export const STATES: Record<ScreenName, ScreenStates> = { ...DOORS, ...LISTS, ...DETAILS, ...FORMS };
