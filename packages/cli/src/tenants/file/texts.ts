import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../../kernel/cells.ts'

/** What only `kinora tenants export`, `plan` and `apply` say. */
const tenantFileTexts = {
  'help.file': 'YAML file of a tenant',
  'help.id': 'tenant id, as in kinora tenants list',
  'help.output':
    'write to this file, and pictures and terms into a folder of its name beside it; without it pictures keep their addresses and terms are left out',
  'help.exitCode': 'exit code 8 where there is something to change',
  'help.prune': 'remove what the platform has and the file has not, in the parts that the file speaks of',
  'help.files': 'folder that pictures and terms must lie in; that of the file unless given',
  'help.secrets': 'send secrets also where one is stored that can’t be compared',
  'help.only': 'look at this part only',
  'help.plan': 'apply no change that is not in this plan, as kinora tenants plan --json printed it',
  'only.unknown': 'A tenant’s file has no part {{name}}',
  'only.how': 'Parts: {{names}}',
  'export.left': 'Left out, as only customer support reads them: {{names}}',
  'export.terms': 'Terms and pictures are files: write them with -o acme.yaml',
  'export.notes': 'Secrets are named here, never written: { env: NAME } or { prompt: true }.',
  'problem.line': '{{place}} {{path}}{{what}} {{mend}}',
  'problem.many': { one: '{{file}} has {{count}} problem', other: '{{file}} has {{count}} problems' },
  'problem.how': 'Nothing was changed. Correct the file, then run the command again.',
  'plan.wait': 'Comparing {{file}} with the platform …',
  'plan.new': 'new tenant',
  'plan.none': '{{id}} is as the file says. Nothing to change',
  'plan.kept':
    'Secrets that are set and stay, as they can’t be compared: {{paths}}. Send them: --renew-secrets',
  'plan.extra': 'Not in the file, left alone: {{names}}. Remove them: --prune',
  'plan.extraKept': 'Not in the file, can’t be deleted: {{names}}',
  'plan.count': { one: '{{count}} step', other: '{{count}} steps' },
  'plan.stored': '(stored)',
  'plan.env': '(from {{variable}})',
  'plan.prompt': '(will be asked for)',
  'apply.ask': 'Apply this to {{id}}?',
  'apply.secret': '{{path}}:',
  'apply.doing': '{{n}}/{{total}} {{step}} …',
  'apply.end': '{{id}} is as the file says',
  'apply.keys': 'Keys for the customer’s site: kinora tenants keys {{id}}{{context}}',
  'apply.goOn': '{{n}} of {{total}} steps are done. Go on: kinora tenants apply {{file}}{{context}}',
  'apply.changed': 'Someone else has changed {{id}} in the meantime',
  'apply.changedHow':
    'Nothing was applied. Look at the plan as it is now: kinora tenants plan {{file}}{{context}}',
  'apply.outdated': '{{step}}: someone else has saved it in the meantime',
  'apply.outdatedHow': 'It was left as it is. Plan again: kinora tenants plan {{file}}{{context}}',
  'apply.noPlan': '{{file}} is not a plan of {{id}}',
  'apply.noPlanHow': 'Make one: kinora tenants plan FILE --json > plan.json',
} as const satisfies Catalogue

export const fileText = (key: keyof typeof tenantFileTexts, values?: MessageParams): string =>
  fillText(tenantFileTexts[key], safeValues(values))
