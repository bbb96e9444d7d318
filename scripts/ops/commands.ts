import { activityCommands } from './activity.ts';
import { approvalCommands } from './approval.ts';
import { chargeCommands } from './charges.ts';
import { clientCommands } from './clients.ts';
import { collectionCommands } from './collections.ts';
import type { Command } from './command.ts';
import { eventCommands } from './events.ts';
import { holidayCommands } from './holidays.ts';
import { keyCommands } from './keys.ts';
import { noteCommands } from './notes.ts';
import { parcelCommands } from './parcels.ts';
import { paymentCommands } from './payments.ts';
import { personalDataCommands } from './personal-data.ts';
import { listCommands } from './provider-lists.ts';
import { settingCommands } from './provider-settings.ts';
import { queueCommands } from './queues.ts';
import { requestCommands } from './requests.ts';
import { sessionCommands } from './sessions.ts';
import { setupCommands } from './setup.ts';
import { staffCommands } from './staff.ts';
import { warehouseCommands } from './warehouse.ts';
import { warehouseFloorCommands } from './warehouse-floor.ts';

/** All commands of `npm run ops --`. A test checks that every call of the operator API has one. */
export const commands: readonly Command[] = [
  ...setupCommands,
  ...clientCommands,
  ...approvalCommands,
  ...personalDataCommands,
  ...parcelCommands,
  ...noteCommands,
  ...queueCommands,
  ...requestCommands,
  ...eventCommands,
  ...collectionCommands,
  ...paymentCommands,
  ...chargeCommands,
  ...warehouseCommands,
  ...warehouseFloorCommands,
  ...settingCommands,
  ...listCommands,
  ...holidayCommands,
  ...keyCommands,
  ...staffCommands,
  ...sessionCommands,
  ...activityCommands,
];
