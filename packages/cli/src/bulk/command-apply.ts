import type { Session } from '../kernel/session.ts'
import { applyRun } from './command-run.ts'
import { applyUndo } from './command-undo.ts'
import { readPlan } from './plan-file.ts'

/** Does what a plan says, whatever kind it is. */
export async function applyCommand(session: Session, path: string): Promise<void> {
  const plan = await readPlan(session, path)
  if (plan.kind === 'undo') await applyUndo(session, plan)
  else await applyRun(session, plan)
}
