export {
  type ClassCard,
  ClassCards,
  type ClassCardsProps,
  ClassGrid,
  type ClassGridProps,
  Collection,
  type CollectionProps,
  type HeadingName,
  type Leading,
  toCard,
} from './class-cards.tsx'
export { ClassPage, type ClassPageProps, EventPage, type EventPageProps } from './class-page.tsx'
export { Player, type PlayerProps } from './player.tsx'
export { useViewer, type ViewerContext, ViewerProvider, type ViewerProviderProps } from './provider.tsx'
export { Schedule, type ScheduleProps } from './schedule.tsx'
export type { CaptionChoice, Captions } from './use-caption-tracks.ts'
export { siteContent, useContent } from './use-content.ts'
export {
  type PlayerModel,
  type PlayerOptions,
  type PlayerTitle,
  type PlayerTrack,
  usePlayer,
} from './use-player.ts'
export {
  createViewer,
  type Play,
  type Playable,
  type Refusal,
  type SiteCalls,
  SiteRefusal,
  type SiteServer,
  type StreamLink,
  siteServer,
  toRefusal,
  type Viewer,
  type ViewerOptions,
} from './viewer.ts'
export type { ViewerText } from './words.ts'
