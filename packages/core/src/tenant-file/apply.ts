import { KinoraError } from '../kernel/errors.ts'
import { isSame } from './compare.ts'
import type { TenantPlan } from './plan.ts'
import type { PlannedStep } from './planning.ts'
import type { TenantFilePorts } from './ports.ts'

/** Runs one step, and may show that it does: `done` steps came before. */
export type AroundStep = (step: PlannedStep, done: number, run: () => Promise<unknown>) => Promise<unknown>

/** Carries out a plan, one step after the other. What was done stays: the same file, planned again, goes on behind it. */
export async function applyPlan(
  plan: TenantPlan,
  ports: TenantFilePorts,
  around: AroundStep = (_step, _done, run) => run(),
): Promise<void> {
  if (plan.issues.length > 0) throw new KinoraError('invalid', { issues: plan.issues })
  const secrets = new Map<string, string>()
  for (const path of plan.prompts) secrets.set(path, await ports.ask(path))
  for (const [index, step] of plan.steps.entries()) {
    if (ports.signal.aborted) throw new KinoraError('aborted')
    await around(step, index, () => step.run({ ports, secrets }))
  }
}

/** A plan as it is shown and kept: without what carries it out, and without secrets. */
export const toPlanned = ({ steps }: Pick<TenantPlan, 'steps'>): PlannedStep[] =>
  steps.map(({ run: _, ...planned }) => planned)

/** Changes of `now` that `agreed` doesn't have: what somebody has changed since. A part that is done already is none. */
export function changedSince(agreed: readonly PlannedStep[], now: readonly PlannedStep[]): PlannedStep[] {
  return now.flatMap(step => {
    const before = agreed.find(
      each => each.section === step.section && each.name === step.name && each.action === step.action,
    )
    const changes = step.changes.filter(
      change => !before?.changes.some(each => isSame(Object.entries(each), Object.entries(change))),
    )
    return before !== undefined && changes.length === 0 ? [] : [{ ...step, changes }]
  })
}
