import { safe } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import type { Session } from '../kernel/session.ts'
import { withSpinner } from '../kernel/spinner.ts'
import { text } from '../kernel/texts.ts'
import { downloadTitle } from '../titles/download.ts'
import { findTitle } from '../titles/find.ts'
import { verifiedFields, verifyFile } from '../titles/verify.ts'

/** VAL-27: proves that the platform holds a file, byte for byte. */
export const addVerify: FillCommand = (command, session) => {
  command
    .argument('<tag>', text('argument.tag'))
    .argument('<file>', text('argument.localFile'))
    .hook('preAction', printing(session, verifiedFields))
    .action((tag: string, path: string) => verifyTitle(session, tag, path))
  addExamples(command, ['TAG class.mp4'])
}

/** The uploaded file as it came; an interrupted download goes on. */
export const addDownload: FillCommand = (command, session) => {
  command
    .argument('<tag>', text('argument.tag'))
    .option(
      '-o, --output <file>',
      'write to this file, or - for stdout; defaults to the name it was uploaded with',
    )
    .action((tag: string, { output }: { output?: string }) => downloadTitle(session, tag, output))
  addExamples(command, ['TAG', 'TAG -o original.mp4'])
}

async function verifyTitle(session: Session, tag: string, path: string): Promise<void> {
  const file = await session.world.files.open(path)
  const title = await findTitle(session, tag)
  const verified = await withSpinner(session, text('wait.verify', { name: file.name }), () =>
    verifyFile(session, title, file),
  )
  session.print.record(verified, [
    ['tag', tag],
    ['file', verified.fileName],
    ['sha-256', verified.sha256],
    ['chunk tree', verified.chunkTree],
  ])
  session.print.done(safe`${file.name} is stored for ${tag}, byte for byte`)
}
