import { type ReadinessStep, readiness, readinessTexts } from '@kinora/core'
import { safe } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { contextFlags, quoted } from '../kernel/hints.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import { whenMissing } from '../kernel/missing.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { missingTenant } from './tenant.ts'

/** What does each step, with the tenant’s id where `ID` stands. */
const commandOf: Record<ReadinessStep['id'], string> = {
  general: 'tenants edit ID --name NAME --time-zone ZONE',
  languages: 'tenants edit ID --language TAG',
  products: 'tenants edit ID --product PRODUCT',
  web: 'tenants web ID --help',
  app: 'tenants app ID --help',
  look: 'site set general --help --tenant ID',
  terms: 'terms upload terms.*.html --title TITLE --tenant ID',
  channel: 'publishing set CHANNEL --to ID',
  collection: 'collections create --help --tenant ID',
}

interface Row extends Omit<ReadinessStep, 'id'> {
  step: ReadinessStep['id']
  command: string
}

/** 28.3: the steps of the portal’s guided start, each with the command that does it. */
export const addCheck: FillCommand = (command, session) => {
  command
    .argument('<id>', text('tenants.id'))
    .hook('preAction', printing(session, ['step', 'state', 'count', 'all', 'command']))
    .action((id: string) => check(session, id))
  addExamples(command, ['ID', 'ID --json step,state,command'])
}

async function check(session: Session, id: string): Promise<void> {
  const { print } = session
  const send = await session.send()
  const { steps, isReady } = await whenMissing(send(readiness.view, { tenantId: id }), () =>
    missingTenant(session, id),
  )
  const rows = steps.map<Row>(({ id: step, state, count, all }) => ({
    step,
    state,
    count,
    all,
    command: state === 'missing' ? toCommand(session, step, id) : '',
  }))
  print.table<Row>(rows, [
    { header: 'STEP', value: row => readinessTexts[`ui.readiness.step.${row.step}`], flexible: true },
    { header: 'STATE', value: toState, look: row => (row.state === 'missing' ? 'accent' : 'dim') },
  ])
  if (isReady) return print.done(readinessTexts['ui.readiness.ready'])
  for (const { command } of rows) if (command !== '') print.note(`  ${command}`)
}

const toState = ({ state, count, all }: Row): string =>
  count === null || state === 'off' ? state : safe`${state}, ${String(count)} of ${String(all)}`

/** With the profile and server of this one; the tenant is named in the command itself. */
function toCommand(session: Session, step: ReadinessStep['id'], id: string): string {
  const context = contextFlags(session).replace(/ --tenant \S+/, '')
  return `kinora ${commandOf[step].replace(/\bID\b/, quoted(id))}${context}`
}
