import { TitleStatus, VideoStatus } from '@kinora/core'

/** Who a demo title belongs to, and what its classes are like. */
export interface DemoLine {
  providerId: string
  tenantId: string | null
  channelId: string | null
  category: string
  subCategory: string
  language: string
  equipment: string
  focus: string
  instructor: string
  names: readonly string[]
}

const line = (
  [providerId, tenantId, channelId]: [string, string | null, string | null],
  [category, subCategory]: [string, string],
  rest: Pick<DemoLine, 'language' | 'equipment' | 'focus' | 'instructor' | 'names'>,
): DemoLine => ({ providerId, tenantId, channelId, category, subCategory, ...rest })

const pulse: [string, string, string] = ['tenant-pulsehouse', 'pulsehouse', 'pulse-house-originals']

export const demoLines: readonly DemoLine[] = [
  line(['ironside', null, 'ironside-strength'], ['strength', 'strength-kettlebell'], {
    language: 'en-GB',
    equipment: 'equipment-kettlebell',
    focus: 'focus-full-body',
    instructor: 'Jo Ironside',
    names: [
      'Kettlebell Foundations',
      'Swing and Sweat',
      'Turkish Get-Up Clinic',
      'Double Bell Complex',
      'Ten-Minute Clean and Press',
    ],
  }),
  line(['ironside', null, 'ironside-strength'], ['strength', 'strength-barbell'], {
    language: 'en-US',
    equipment: 'equipment-none',
    focus: 'focus-legs',
    instructor: 'Marcus Bell',
    names: [
      'Front Squat Essentials',
      'Deadlift Day',
      'Bench Press Basics',
      'Barbell Complex Express',
      'Posterior Chain Power',
    ],
  }),
  line(['ironside', null, 'ironside-club-floor'], ['strength', 'strength-bodyweight'], {
    language: 'en-GB',
    equipment: 'equipment-mat',
    focus: 'focus-core',
    instructor: 'Jo Ironside',
    names: ['Club Floor Circuit', 'Core in Fifteen', 'Push, Pull, Plank', 'Lunchtime Lift'],
  }),
  line(['lumen-yoga', null, 'lumen-flow'], ['yoga', 'yoga-vinyasa'], {
    language: 'en-US',
    equipment: 'equipment-mat',
    focus: 'focus-full-body',
    instructor: 'Priya Raman',
    names: [
      'Sunrise Vinyasa',
      'Strong Standing Flow',
      'Vinyasa for Runners',
      'Slow Flow at Dusk',
      'Hips and Hamstrings',
      'Balance and Breath',
    ],
  }),
  line(['lumen-yoga', null, 'lumen-flow'], ['yoga', 'yoga-yin'], {
    language: 'ar-SA',
    equipment: 'equipment-mat',
    focus: 'focus-core',
    instructor: 'ليلى حداد',
    names: ['يين للمساء', 'استرخاء عميق', 'مرونة الكتفين', 'توازن هادئ'],
  }),
  line(['lumen-yoga', null, 'lumen-flow'], ['meditation', 'meditation-breath'], {
    language: 'en-GB',
    equipment: 'equipment-none',
    focus: 'focus-core',
    instructor: 'Priya Raman',
    names: ['Box Breathing Reset', 'Body Scan for Sleep', 'Five Minutes of Calm'],
  }),
  line(['tempo-ride', null, 'tempo-ride-studio'], ['cycling', 'cycling-climb'], {
    language: 'en-US',
    equipment: 'equipment-bike',
    focus: 'focus-legs',
    instructor: 'Mateo Rossi',
    names: [
      'Alpine Switchbacks',
      'Stelvio in Thirty',
      'Threshold Hills',
      'Power Intervals',
      'Climb to the Beat',
    ],
  }),
  line(['tempo-ride', null, 'tempo-ride-studio'], ['cycling', 'cycling-rhythm'], {
    language: 'sv-SE',
    equipment: 'equipment-bike',
    focus: 'focus-full-body',
    instructor: 'Elin Berg',
    names: ['Rytmpass 80-tal', 'Fartlek på cykel', 'Återhämtning med puls', 'Kvällspass i medvind'],
  }),
  line(pulse, ['pulse-signature', 'pulse-signature-lab'], {
    language: 'en-GB',
    equipment: 'equipment-pulse-sled',
    focus: 'focus-full-body',
    instructor: 'Nina Vogt',
    names: ['Performance Lab One', 'Sled Sprints', 'Engine Room', 'Pulse 45', 'Heart Rate Ladder'],
  }),
  line(pulse, ['cardio', 'cardio-hiit'], {
    language: 'de-DE',
    equipment: 'equipment-none',
    focus: 'focus-legs',
    instructor: 'Nina Vogt',
    names: ['HIIT ohne Geräte', 'Tabata am Morgen', 'Sprint und Erholung', 'Schwitzen in zwanzig Minuten'],
  }),
  line(pulse, ['cardio', 'cardio-dance'], {
    language: 'fr-FR',
    equipment: 'equipment-none',
    focus: 'focus-full-body',
    instructor: 'Camille Laurent',
    names: ['Danse cardio débutants', 'Afro groove', 'Salsa en trente minutes'],
  }),
  line(['tenant-oasiswellness', 'oasiswellness', 'oasis-at-home'], ['oasis-calm', 'oasis-calm-night'], {
    language: 'ar-SA',
    equipment: 'equipment-mat',
    focus: 'focus-core',
    instructor: 'نورة السالم',
    names: ['هدوء قبل النوم', 'تنفس الواحة', 'تمدد المساء', 'صباح جديد'],
  }),
  line(['tenant-nordicmove', 'nordicmove', 'nordic-everyday'], ['strength', 'strength-bodyweight'], {
    language: 'sv-SE',
    equipment: 'equipment-none',
    focus: 'focus-ski-fitness',
    instructor: 'Astrid Holm',
    names: ['Skidform hemma', 'Stark rygg', 'Ben och balans', 'Rörlighet för löpare'],
  }),
]

const S = TitleStatus
const V = VideoStatus

interface DemoState {
  status: TitleStatus
  videoStatus: VideoStatus | null
  errorType?: string
}

const published: DemoState = { status: S.Published, videoStatus: V.Completed }
const completed: DemoState = { status: S.Completed, videoStatus: V.Completed }
const unpublished: DemoState = { status: S.Unpublished, videoStatus: V.Completed }
const incomplete: DemoState = { status: S.Incomplete, videoStatus: null }

/** The states in turn: every one that the register knows, the usual ones more often. */
export const demoStates: readonly DemoState[] = [
  published,
  completed,
  incomplete,
  published,
  unpublished,
  { status: S.Error, videoStatus: V.Failed, errorType: 'processing.unreadable' },
  published,
  { status: S.Uploading, videoStatus: V.Uploading },
  completed,
  published,
  { status: S.Uploaded, videoStatus: V.Uploaded },
  published,
  { status: S.NormalisationQueued, videoStatus: V.Normalizing },
  { status: S.EncodingQueued, videoStatus: V.Processing },
  published,
  completed,
  { status: S.Encoded, videoStatus: V.Processing },
  { status: S.None, videoStatus: null },
  published,
  { status: S.PublishQueued, videoStatus: V.Completed },
  { status: S.Incomplete, videoStatus: V.Canceled },
  published,
  unpublished,
  { status: S.Error, videoStatus: V.Failed, errorType: 'processing.failed' },
]
