import { uploadingInBrowser } from './browser-uploads.ts'
import { checking } from './bulk.ts'
import { draggingInCalendar } from './calendar.ts'
import { parsingCaptions } from './captions.ts'
import { orderingCollections } from './collections.ts'
import { commandLine, listing } from './command-line.ts'
import { crowding } from './crowd.ts'
import { exporting } from './export.ts'
import { seeingLibrary } from './library.ts'
import { growingLists } from './lists.ts'
import { printMachine } from './machine.ts'
import { type Measured, print } from './measure.ts'
import { importingMembers } from './members.ts'
import { packedSizes } from './packages.ts'
import { processing } from './pipeline.ts'
import { committingPlayback } from './playback.ts'
import { reportingPlayback } from './reports.ts'
import { makingRoom } from './room.ts'
import { scriptSize } from './scripts.ts'
import { scrolling } from './scrolling.ts'
import { searching } from './search.ts'
import { sizesBesidePeers } from './sizes.ts'
import { editingInBulk } from './title-jobs.ts'
import { uploading } from './uploads.ts'

const all: Record<string, () => Measured[] | Promise<Measured[]>> = {
  scripts: scriptSize,
  packages: packedSizes,
  sizes: sizesBesidePeers,
  help: commandLine,
  list: listing,
  uploads: uploading,
  'browser-uploads': uploadingInBrowser,
  scrolling,
  library: seeingLibrary,
  search: searching,
  lists: growingLists,
  crowd: crowding,
  room: makingRoom,
  pipeline: processing,
  bulk: checking,
  'title-jobs': editingInBulk,
  export: exporting,
  captions: parsingCaptions,
  playback: committingPlayback,
  reports: reportingPlayback,
  collections: orderingCollections,
  calendar: draggingInCalendar,
  members: importingMembers,
}
const chosen = process.argv.slice(2)
const unknown = chosen.filter(name => !(name in all))
if (unknown.length > 0) {
  const isHelp = unknown.every(name => name === '--help' || name === '-h')
  if (!isHelp) console.error(`There is no bench called ${unknown.join(', ')}.`)
  console.log(`npm run bench -- [NAME …], of these names, else all: ${Object.keys(all).join(', ')}`)
  process.exit(isHelp ? 0 : 2)
}
const rows: Measured[] = []
await printMachine()
for (const [name, measure] of Object.entries(all))
  if (chosen.length === 0 || chosen.includes(name)) rows.push(...(await measure()))
print(rows)
