import { isKinoraError, type KinoraError } from '@kinora/core'
import {
  applyPlan,
  changedSince,
  type PlannedStep,
  type TenantPlan,
  tenantSections,
  toPlanned,
} from '@kinora/core/tenant-file'
import type { Command } from 'commander'
import { safe, say } from '../../kernel/cells.ts'
import { addExamples } from '../../kernel/examples.ts'
import { exitCodes, explain, usage } from '../../kernel/exit.ts'
import { contextFlags, quoted, quotedPath } from '../../kernel/hints.ts'
import { printing } from '../../kernel/json-fields.ts'
import type { FillCommand } from '../../kernel/lazy.ts'
import { createPaint } from '../../kernel/print.ts'
import { withSpinner } from '../../kernel/progress.ts'
import { requireFlag, requireYes, type Session } from '../../kernel/session.ts'
import { text } from '../../kernel/texts.ts'
import { ChoiceOption } from '../../kernel/verb.ts'
import { effectWords } from '../../publishing/effect.ts'
import { makePlan, type OpenedTenantFile, openTenantFile, type PlanFlags } from './read.ts'
import { nameOf, type PlanRow, planFields, planId, toLines, toOutput, toRows } from './show.ts'

interface ApplyFlags extends PlanFlags {
  yes?: boolean
  plan?: string
}

/** TENANT-33: shows the plan, asks, and carries it out; applied twice, the second time changes nothing. */
export const addApply: FillCommand = (command, session) => {
  command.argument('<file>', text('tenantFile.file'))
  addPlanFlags(command)
    .option(
      '--plan <file>',
      'apply no change that is not in this plan, as kinora tenants plan --json printed it',
    )
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, planFields))
    .action((path: string, flags: ApplyFlags) => apply(session, path, flags))
  addExamples(command, ['acme.yaml', 'acme.yaml --yes --plan plan.json', 'acme.yaml --prune'])
}

async function apply(session: Session, path: string, flags: ApplyFlags): Promise<void> {
  const opened = await openTenantFile(session, path, flags)
  let plan = await makePlan(session, opened)
  const { print } = session
  if (flags.plan !== undefined)
    assertSame(session, opened, { agreed: await readAgreed(session, flags.plan, plan), plan })
  if (plan.steps.length === 0) {
    if (print.json) print.record(toOutput(plan), [])
    return print.done(text('tenantFile.plan.none', { id: plan.tenantId }))
  }
  for (const line of toLines(plan, print.paint)) print.note(line)
  noteEffects(session, plan)
  if (!flags.yes) {
    requireFlag(session, '--yes')
    await requireYes(session, safe`Apply this to ${plan.tenantId}?`)
    const agreed = toPlanned(plan)
    plan = await makePlan(session, opened)
    assertSame(session, opened, { agreed, plan })
  }
  await carryOut(session, opened, plan)
  if (print.json) print.record(toOutput(plan), [])
  print.done(safe`${plan.tenantId} is as the file says`)
  const context = contextFlags(session)
  if (plan.isNew)
    print.note(safe`Keys for the customer’s site: kinora tenants keys ${quoted(plan.tenantId)}${context}`)
}

/** Every step is reported when it is done; where it ends early, how to resume is. */
async function carryOut(
  session: Session,
  { path, ports }: OpenedTenantFile,
  plan: TenantPlan,
): Promise<void> {
  const { print } = session
  let current: PlannedStep | undefined
  let done = 0
  const release = await session.world.tryLock(`tenant-${new URL(await session.url()).host}-${plan.tenantId}`)
  if (release === undefined)
    throw explain('conflict', {
      what: safe`Another kinora on this machine is applying a file to ${plan.tenantId}`,
      how: 'Wait until it has ended, then run the same command again',
    })
  session.isResumable = true
  try {
    await applyPlan(plan, ports, async (step, before, run) => {
      current = step
      done = before
      const doing = { n: before + 1, total: plan.steps.length, step: nameOf(step) }
      await withSpinner(session, say('{{n}}/{{total}} {{step}} …', doing), run)
      done = before + 1
      print.done(nameOf(step))
    })
  } catch (error) {
    const about = {
      n: done,
      total: plan.steps.length,
      file: quotedPath(path),
      context: contextFlags(session),
    }
    print.note(
      say('{{n}} of {{total}} steps are done. Go on: kinora tenants apply {{file}}{{context}}', about),
    )
    throw isKinoraError(error) && current !== undefined ? explained(error, current, about) : error
  } finally {
    await release()
  }
}

/** What somebody saved between plan and step is refused by the server, with what differs; what somebody made isn't made twice. */
function explained(
  error: KinoraError,
  step: PlannedStep,
  about: { file: string; context: string },
): KinoraError {
  if (error.code !== 'outdated') return error
  const show = (value: unknown) => JSON.stringify(value ?? null)
  const changes = error.changes.map(
    ({ path, before, after, by }) => safe`${path}: ${show(before)} → ${show(after)} (${by ?? 'someone'})`,
  )
  const what = safe`${nameOf(step)}: someone else has saved it in the meantime`
  const how = safe`It was left as it is. Plan again: kinora tenants plan ${about.file}${about.context}`
  return explain('outdated', { what, ...(changes.length > 0 && { why: changes.join('; ') }), how }, error)
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
  const how = safe`Nothing was applied. Look at the plan as it is now: kinora tenants plan ${quotedPath(path)}${contextFlags(session)}`
  throw explain('outdated', {
    what: safe`Someone else has changed ${plan.tenantId} in the meantime`,
    why,
    how,
  })
}

async function readAgreed(session: Session, file: string, { tenantId }: TenantPlan): Promise<PlannedStep[]> {
  const content = await session.world.files.text(file)
  const refused = () =>
    usage(safe`${file} is not a plan of ${tenantId}`, 'Make one: kinora tenants plan FILE --json > plan.json')
  try {
    const plan = JSON.parse(content) as { steps?: PlannedStep[] } & Record<string, unknown>
    if (plan[planId] !== tenantId || !Array.isArray(plan.steps)) throw refused()
    if (plan.steps.some(step => !Array.isArray(step.changes))) throw refused()
    return plan.steps
  } catch (error) {
    throw isKinoraError(error) ? error : refused()
  }
}

/** TENANT-33: what a file would change, field by field; nothing is written. */
export const addPlan: FillCommand = (command, session) => {
  command.argument('<file>', text('tenantFile.file'))
  addPlanFlags(command)
    .option('--exit-code', 'exit code 8 where there is something to change')
    .hook('preAction', printing(session, planFields))
    .action(async (path: string, flags: PlanFlags & { exitCode?: boolean }) => {
      const plan = await makePlan(session, await openTenantFile(session, path, flags))
      if (plan.steps.length > 0 && flags.exitCode) session.code = exitCodes.changes
      show(session, plan)
    })
  addExamples(command, ['acme.yaml', 'acme.yaml --exit-code --only web,app', 'acme.yaml --json > plan.json'])
}

function show(session: Session, plan: TenantPlan): void {
  const { print, world } = session
  if (print.json) {
    print.record(toOutput(plan), [])
    return
  }
  if (!world.stdout.isTTY) {
    print.table<PlanRow>(toRows(toOutput(plan)), [
      { header: 'PART', value: row => row.section },
      { header: 'NAME', value: row => row.name },
      { header: 'ACTION', value: row => row.action },
      { header: 'FIELD', value: row => row.field },
      { header: 'BEFORE', value: row => row.before },
      { header: 'AFTER', value: row => row.after },
    ])
  } else if (plan.steps.length > 0)
    for (const line of toLines(plan, createPaint(world.stdout, world.env))) print.line(line)
  if (plan.steps.length === 0) print.done(text('tenantFile.plan.none', { id: plan.tenantId }))
  else print.note(say({ one: '{{count}} step', other: '{{count}} steps' }, { count: plan.steps.length }))
  noteEffects(session, plan)
}

/** What publishing among the steps does to sites. */
function noteEffects({ print }: Session, { steps }: TenantPlan): void {
  for (const effect of steps.flatMap(({ effects = [] }) => effects)) print.note(`  ${effectWords(effect)}`)
}

/** What `plan` and `apply` share. */
function addPlanFlags(command: Command): Command {
  const only = new ChoiceOption(
    '--only <part>',
    `look at this part only (${tenantSections.join(', ')}) (repeatable)`,
    tenantSections,
  )
  only.argParser((value: string, earlier: string[] = []) => [...earlier, ...value.split(',')])
  return command
    .addOption(only)
    .option(
      '--prune',
      'remove what the platform has and the file has not, in the parts that the file speaks of',
    )
    .option('--renew-secrets', 'send secrets also where one is stored that can’t be compared')
    .option('--files <folder>', 'folder that pictures and terms must lie in; that of the file unless given')
}
