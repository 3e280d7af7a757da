import { say } from '../../kernel/cells.ts'
import { addExamples } from '../../kernel/examples.ts'
import { exitCodes } from '../../kernel/exit.ts'
import { printing } from '../../kernel/json-fields.ts'
import type { FillCommand } from '../../kernel/lazy.ts'
import { createPaint } from '../../kernel/paint.ts'
import type { Session } from '../../kernel/session.ts'
import { text } from '../../kernel/texts.ts'
import { effectWords } from '../../publishing/effect.ts'
import { addPlanFlags } from './flags.ts'
import { makePlan, openTenantFile, type PlanFlags } from './read.ts'
import { type PlanRow, planFields, toLines, toOutput, toRows } from './show.ts'

/** TENANT-33: what a file would change, field by field; nothing is written. */
export const addPlan: FillCommand = (command, session) => {
  command.argument('<file>', text('tenantFile.file'))
  addPlanFlags(command)
    .option('--exit-code', 'exit code 8 where there is something to change')
    .hook('preAction', printing(session, planFields))
    .action(async (path: string, flags: PlanFlags & { exitCode?: boolean }) => {
      const plan = await makePlan(session, await openTenantFile(session, path, flags))
      if (plan.steps.length > 0 && flags.exitCode) session.code = exitCodes.changes
      print(session, plan)
    })
  addExamples(command, ['acme.yaml', 'acme.yaml --exit-code --only web,app', 'acme.yaml --json > plan.json'])
}

function print({ print: printer, world }: Session, plan: Awaited<ReturnType<typeof makePlan>>): void {
  if (printer.json) {
    printer.record(toOutput(plan), [])
    return
  }
  if (!world.stdout.isTTY) {
    printer.table<PlanRow>(toRows(toOutput(plan)), [
      { header: 'PART', value: row => row.section },
      { header: 'NAME', value: row => row.name },
      { header: 'ACTION', value: row => row.action },
      { header: 'FIELD', value: row => row.field },
      { header: 'BEFORE', value: row => row.before },
      { header: 'AFTER', value: row => row.after },
    ])
  } else if (plan.steps.length > 0)
    for (const line of toLines(plan, createPaint(world.stdout, world.env))) printer.line(line)
  if (plan.steps.length === 0) printer.done(text('tenantFile.plan.none', { id: plan.tenantID }))
  else printer.note(say({ one: '{{count}} step', other: '{{count}} steps' }, { count: plan.steps.length }))
  for (const effect of plan.steps.flatMap(({ effects = [] }) => effects))
    printer.note(`  ${effectWords(effect)}`)
}
