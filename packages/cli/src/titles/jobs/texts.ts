import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../../kernel/cells.ts'

/** What only `kinora titles jobs` says. */
const jobTexts = {
  'help.jobs': 'act on many titles at once, as a job of the server',
  'help.edit': 'change fields of many titles',
  'help.publish': 'publish many titles',
  'help.unpublish': 'unpublish many titles',
  'help.delete': 'delete many titles; they can be restored for 30 days',
  'help.list': 'list jobs, newest first',
  'help.watch': 'follow a job until it ends',
  'help.results': 'show what became of each title of a job',
  'help.cancel': 'cancel a job; what is done stays done',
  'help.undo': 'take a job back; titles that were changed since are left alone',
  'help.tags': 'tags of titles; without them those that the filters find',
  'help.everything': 'all titles, where neither tags nor filters are given',
  'help.dryRun': 'show what would change and change nothing',
  'help.mine': 'only jobs of this account',
  'help.id': 'id of the job',
  'help.active': 'visible (--no-set-active hides them)',
  'help.needsEquipment': 'requires equipment (--no-set-needs-equipment)',
  'help.add': 'add to what each title has',
  'help.remove': 'take off what each title has',
  'help.set': 'put in place of what each title has; empty takes all off',
  'choose.none': 'No titles are chosen',
  'choose.how': 'Pass tags or filters, or --everything for all titles.',
  'choose.both': 'Tags and filters can’t be combined. Pass either.',
  'edit.twice': '--{{first}} and --{{second}} can’t be combined. Do one after the other.',
  'preview.counts': '{{done}} of {{total}} would change, {{same}} are so already, {{f}} can’t be changed.',
  'preview.none': 'There is nothing to change.',
  'ask.edit': { one: 'Change {{count}} title?', other: 'Change {{count}} titles?' },
  'ask.publish': { one: 'Publish {{count}} title?', other: 'Publish {{count}} titles?' },
  'ask.unpublish': { one: 'Unpublish {{count}} title?', other: 'Unpublish {{count}} titles?' },
  'ask.delete': { one: 'Delete {{count}} title?', other: 'Delete {{count}} titles?' },
  'watch.goesOn': 'The server continues on its own.',
  'watch.again': 'Follow it with: kinora titles jobs watch {{id}}{{context}}',
  'ended.undo': 'Undo with: kinora titles jobs undo {{id}}{{context}}',
  'cancel.done': 'Cancelled.',
} as const satisfies Catalogue

export const jobText = (key: keyof typeof jobTexts, values?: MessageParams): string =>
  fillText(jobTexts[key], safeValues(values))
