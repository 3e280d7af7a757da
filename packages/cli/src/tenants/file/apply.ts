import { isKinoraError, type KinoraError } from '@kinora/core'
import {
  applyPlan,
  changedSince,
  type PlannedStep,
  type TenantPlan,
  toPlanned,
} from '@kinora/core/tenant-file'
import { explain, usage } from '../../kernel/exit.ts'
import { contextFlags, quoted } from '../../kernel/follow-up.ts'
import { printing } from '../../kernel/json-fields.ts'
import type { FillCommand } from '../../kernel/lazy.ts'
import { demand, requireYes, type Session } from '../../kernel/session.ts'
import { withSpinner } from '../../kernel/spinner.ts'
import { effectWords } from '../../publishing/effect.ts'
import { text } from '../../texts.ts'
import { addPlanFlags } from './flags.ts'
import { makePlan, type OpenedTenantFile, openTenantFile, type PlanFlags } from './read.ts'
import { nameOf, planFields, toLines, toOutput, toRows } from './show.ts'
import { fileText } from './texts.ts'

interface ApplyFlags extends PlanFlags {
  yes?: boolean
  plan?: string
}

/** TENANT-33: shows the plan, asks, and carries it out; applied twice, the second time changes nothing. */
export const addApply: FillCommand = (command, session) => {
  command.argument('<file>', fileText('help.file'))
  addPlanFlags(command)
    .option('--plan <file>', fileText('help.plan'))
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, planFields))
    .action((path: string, flags: ApplyFlags) => apply(session, path, flags))
}

async function apply(session: Session, path: string, flags: ApplyFlags): Promise<void> {
  const opened = await openTenantFile(session, path, flags)
  let plan = await makePlan(session, opened)
  const { print } = session
  if (flags.plan !== undefined)
    assertSame(session, opened, { agreed: await readAgreed(session, flags.plan, plan), plan })
  if (plan.steps.length === 0) {
    if (print.json) print.record(toOutput(plan), [])
    return print.done(fileText('plan.none', { id: plan.tenantID }))
  }
  for (const line of toLines(plan, print.paint)) print.note(line)
  for (const effect of plan.steps.flatMap(({ effects = [] }) => effects))
    print.note(`  ${effectWords(effect)}`)
  if (!flags.yes) {
    demand(session, '--yes')
    await requireYes(session, fileText('apply.ask', { id: plan.tenantID }))
    const agreed = toPlanned(plan)
    plan = await makePlan(session, opened)
    assertSame(session, opened, { agreed, plan })
  }
  await carryOut(session, opened, plan)
  if (print.json) print.record(toOutput(plan), [])
  print.done(fileText('apply.end', { id: plan.tenantID }))
  const context = contextFlags(session)
  if (plan.isNew) print.note(fileText('apply.keys', { id: quoted(plan.tenantID), context }))
}

/** Every step is said when it is done; where it ends early, how to go on is. */
async function carryOut(
  session: Session,
  { path, ports }: OpenedTenantFile,
  plan: TenantPlan,
): Promise<void> {
  const { print } = session
  let current: PlannedStep | undefined
  let done = 0
  session.isResumable = true
  try {
    await applyPlan(plan, ports, async (step, before, run) => {
      current = step
      done = before
      const doing = { n: before + 1, total: plan.steps.length, step: nameOf(step) }
      await withSpinner(session, fileText('apply.doing', doing), run)
      print.done(nameOf(step))
    })
  } catch (error) {
    const about = { n: done, total: plan.steps.length, file: quoted(path), context: contextFlags(session) }
    print.note(fileText('apply.goOn', about))
    throw isKinoraError(error) && current !== undefined ? explained(error, current, about) : error
  }
}

/** What somebody saved between plan and step is refused by the server, with what differs. */
function explained(
  error: KinoraError,
  step: PlannedStep,
  about: { file: string; context: string },
): KinoraError {
  if (error.code !== 'outdated') return error
  const changes = error.changes.map(({ path, before, after, by }) =>
    text('outdated.change', {
      ...{ path, before: JSON.stringify(before ?? null), after: JSON.stringify(after ?? null) },
      ...{ by: by ?? text('outdated.someone'), at: '' },
    }).replace(/, \)/, ')'),
  )
  const what = fileText('apply.outdated', { step: nameOf(step) })
  const how = fileText('apply.outdatedHow', about)
  return explain('outdated', { what, why: changes.join('; '), how }, error)
}

/** Nothing is applied that wasn't agreed to; what is done of it already needs no agreement. */
function assertSame(
  session: Session,
  { path }: OpenedTenantFile,
  { agreed, plan }: { agreed: readonly PlannedStep[]; plan: TenantPlan },
): void {
  const other = changedSince(agreed, toPlanned(plan))
  if (other.length === 0) return
  const why = toRows({ steps: other })
    .map(({ section, name, field, before, after }) => `${section} ${name} ${field}: ${before} → ${after}`)
    .join('; ')
  const how = fileText('apply.changedHow', { file: quoted(path), context: contextFlags(session) })
  throw explain('outdated', { what: fileText('apply.changed', { id: plan.tenantID }), why, how })
}

async function readAgreed(session: Session, file: string, { tenantID }: TenantPlan): Promise<PlannedStep[]> {
  const content = await session.world.files.text(file)
  const refused = () => usage(fileText('apply.noPlan', { file, id: tenantID }), fileText('apply.noPlanHow'))
  try {
    const plan = JSON.parse(content) as { tenantID?: string; steps?: PlannedStep[] }
    if (plan.tenantID !== tenantID || !Array.isArray(plan.steps)) throw refused()
    if (plan.steps.some(step => !Array.isArray(step.changes))) throw refused()
    return plan.steps
  } catch (error) {
    throw isKinoraError(error) ? error : refused()
  }
}
