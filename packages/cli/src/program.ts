import type { Command } from 'commander'
import { addApi } from './commands/api.ts'
import { addBatches } from './commands/batches.ts'
import { addCompletion } from './commands/completion.ts'
import { addDoctor } from './commands/doctor.ts'
import { addServe } from './commands/serve.ts'
import { addSession } from './commands/session.ts'
import { addTitles } from './commands/titles.ts'
import { type AddCommands, createTree, runWith } from './kernel/command-line.ts'
import type { Session } from './kernel/session.ts'
import type { World } from './kernel/world.ts'

const addAll: AddCommands = (program, session) => {
  addSession(program, session)
  addTitles(program, session)
  addBatches(program, session)
  addApi(program, session)
  addServe(program, session)
  addDoctor(program, session)
  addCompletion(program, session)
}

/** One command line from its arguments to its exit code. */
export const run = (world: World): Promise<number> => runWith(addAll, world)

/** The tree of commands; help, completion and docs/cli.md come from it. */
export const createProgram = (session: Session): Command => createTree(addAll, session)
