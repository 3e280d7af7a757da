import type { Command } from 'commander'
import type { Session } from '../kernel/session.ts'
import { addBulk } from './titles-bulk.ts'
import { addRead, addTitlesNoun } from './titles-read.ts'
import { addUpload } from './titles-upload.ts'
import { addWrite } from './titles-write.ts'

/** TITLE, UPLOAD and BULK: everything about titles. */
export function addTitles(program: Command, session: Session): void {
  const titles = addTitlesNoun(program)
  addRead(titles, session)
  addWrite(titles, session)
  addUpload(titles, session)
  addBulk(titles, session)
}
