import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

const header =
  'externalId,title,description,category,subCategory,channel,provider,language,skill,intensity,equipment,focusAreas,labels,keywords,instructor,releaseDate,contentType,isActive'

/** Kinds of classes with names that the demo's tenant knows, as a person would write them. */
const kinds = [
  [
    'Yoga and mobility,Vinyasa,Pulse House Originals',
    'Sunrise Flow',
    'Mat',
    'Full body',
    'morning; flow; hips',
  ],
  [
    'Strength,Kettlebell,Pulse House Originals',
    'Kettlebell Basics',
    'Kettlebell; Mat',
    'Full body; Core',
    'technique',
  ],
  ['Cycling,Climb,Pulse House Originals', 'Hill Ride', 'Indoor bike', 'Legs', 'ride; climb; endurance'],
  ['Cardio,HIIT,Pulse House Originals', 'Twenty Minutes', 'No equipment', 'Full body', 'short; sweat'],
  ['Meditation,Breathing,', 'Evening Breath', 'No equipment', '', 'calm; sleep'],
] as const
const sentences = [
  'Twelve breaths to wake up, then a slow flow that opens hips and shoulders.',
  'No rush: every lift is shown twice.',
  'For everybody who has time and likes to sweat',
  'Bring water and a towel',
] as const
const labels = ['Beginner friendly', 'Low impact', '', 'Express; Low impact'] as const
const instructors = ['Priya Raman', 'Jo Ironside', 'Ada Bright', 'Sam Okafor'] as const

/**
 * A catalogue as a studio keeps it: 18 columns, names looked up on the server, descriptions of one to three sentences of
 * which more than half need quotes. One row in a thousand has a mistake in it.
 */
export async function writeCatalogue(path: string, rows: number): Promise<void> {
  const file = createWriteStream(path)
  file.write(`${header}\r\n`)
  for (let row = 0; row < rows; row++) if (!file.write(`${toLine(row)}\r\n`)) await once(file, 'drain')
  await new Promise<void>(closed => file.end(() => closed()))
}

function toLine(row: number): string {
  const [place, name, equipment, focusAreas, keywords] = of(kinds, row)
  const isWrong = row % 1000 === 999
  const number = String(row).padStart(6, '0')
  const channel = isWrong ? place.replace(/[^,]*$/, 'Nobody knows it') : place
  return [
    ...[`class-${number}`, `${name} ${row}`, quoted(toDescription(row)), channel, 'Pulse House', 'en-GB'],
    ...[(row % 10) + 1, ((row * 7) % 10) + 1, equipment, focusAreas, of(labels, row), keywords],
    ...[of(instructors, row), `2026-${pad((row % 12) + 1)}-${pad((row % 28) + 1)}`, 'video', 'yes'],
  ].join(',')
}

/** From one to three sentences, one in twelve with a quotation in it. */
function toDescription(row: number): string {
  const chosen = Array.from({ length: (row % 3) + 1 }, (_, index) => of(sentences, row + index))
  return row % 12 === 0 ? `${chosen.join(' ')} "Best class in town", they say.` : chosen.join(' ')
}

const quoted = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const pad = (number: number): string => String(number).padStart(2, '0')
const of = <T>(list: readonly T[], index: number): T => list[index % list.length]!
