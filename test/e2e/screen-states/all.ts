import type { ScreenName } from '#test/e2e/screens.ts';
import { DETAILS } from './details.ts';
import { FORMS } from './forms.ts';
import { LISTS } from './lists.ts';
import { PUBLIC_SCREENS } from './public.ts';
import type { ScreenStates } from './state.ts';

/** Every screen, with its states. */
export const STATES: Record<ScreenName, ScreenStates> = { ...PUBLIC_SCREENS, ...LISTS, ...DETAILS, ...FORMS };
