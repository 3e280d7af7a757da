export { browserLocation } from './adapters/browser-location.ts'
export { attachStream } from './adapters/stream.ts'
export type { AuditRowHref } from './audit/audit-entry.tsx'
export { AuditLog, type AuditLogProps } from './audit/audit-log.tsx'
export { BatchForm, type BatchFormModel, type BatchFormProps, useBatchForm } from './batches/batch-form.tsx'
export { BatchBadge, BatchList, type BatchListProps } from './batches/batch-list.tsx'
export { type BatchModel, BatchView, type BatchViewProps, useBatch } from './batches/batch-view.tsx'
export type { RenderPlayer, VideoHandle } from './captions/caption-editor.tsx'
export {
  CaptionAdd,
  CaptionList,
  type CaptionListProps,
  CaptionsCard,
  type CaptionsCardProps,
  CaptionTrack,
} from './captions/captions-card.tsx'
export {
  CaptionsRoot,
  type CaptionsRootProps,
  type CaptionsView,
  useCaptionsView,
} from './captions/captions-root.tsx'
export { useCaptionTexts } from './captions/texts.ts'
export {
  type CaptionChange,
  type CaptionListener,
  type CaptionsModel,
  type CaptionsOptions,
  type NewCaptions,
  useCaptions,
} from './captions/use-captions.ts'
export { CategoryForm, type CategoryFormProps } from './categories/category-form.tsx'
export { CategoryList, type CategoryListProps } from './categories/category-list.tsx'
export { SubCategoryForm, type SubCategoryFormProps } from './categories/sub-category-form.tsx'
export {
  type CategoryFilters,
  type CategoryListModel,
  type CategoryListOptions,
  useCategoryList,
} from './categories/use-category-list.ts'
export { ChannelForm, type ChannelFormProps } from './channels/channel-form.tsx'
export { ChannelList, type ChannelListProps } from './channels/channel-list.tsx'
export { useChannelTexts } from './channels/texts.ts'
export { ClassChooser, type ClassChooserProps } from './class-chooser/class-chooser.tsx'
export { type ClassSource, collectionClasses, eventClasses } from './class-chooser/class-source.ts'
export { CollectionCards, type CollectionCardsProps } from './collections/collection-cards.tsx'
export { CollectionForm, CollectionList, type CollectionListProps } from './collections/collections.tsx'
export {
  type CollectionFilters,
  type CollectionListModel,
  type CollectionListOptions,
  useCollectionList,
} from './collections/use-collection-list.ts'
export { DocumentForm, DocumentList, type DocumentListProps } from './documents/documents.tsx'
export {
  ScheduleDuplicate,
  ScheduleFilters,
  ScheduleSpans,
  type ScheduleSpansProps,
  ScheduleSteps,
  ScheduleToolbar,
  type ScheduleToolbarProps,
  ScheduleZoom,
} from './events/calendar/calendar-bar.tsx'
export {
  ScheduleAgenda,
  ScheduleCalendar,
  ScheduleColumns,
  ScheduleOnAir,
  type SchedulePartProps,
  ScheduleZone,
} from './events/calendar/schedule-calendar.tsx'
export { ScheduleRoot, type ScheduleRootProps, useScheduleView } from './events/calendar/schedule-root.tsx'
export type { NewEventTime } from './events/calendar/slots.ts'
export type {
  Calendar as ScheduleView,
  CalendarState as ScheduleViewState,
} from './events/calendar/use-calendar.ts'
export { EventForm, type EventFormProps } from './events/event-form.tsx'
export type { ScheduleListProps } from './events/event-list.tsx'
export {
  Schedule,
  ScheduleFeed,
  ScheduleList,
  type SchedulePlace,
  type ScheduleProps,
} from './events/schedule.tsx'
export type { SeriesScope } from './events/scope-dialog.tsx'
export {
  type ClassMove,
  type DatedClass,
  type MovedClass,
  type ScheduledClass,
  type ScheduleFilter,
  type ScheduleModel,
  type ScheduleOptions,
  useSchedule,
  type WallTime,
} from './events/use-schedule.ts'
export { FavouriteList, type FavouriteListProps } from './favourites/favourite-list.tsx'
export { useWorkTexts as useBatchTexts } from './file-work/work.tsx'
export {
  findHelp,
  HelpCentre,
  type HelpCentreProps,
  type HelpNode,
  type HelpPage,
  type HelpSection,
  type HelpWanted,
} from './help/help-centre.tsx'
export { FirstSteps, type FirstStepsProps, HelpCentreLink } from './home/first-steps.tsx'
export { Home, type HomeProps } from './home/home.tsx'
export type { HomeHrefs } from './home/home-hrefs.ts'
export { DropAnywhere, type DropAnywhereProps } from './intake/drop-anywhere.tsx'
export { type Intake, IntakeProvider, type SheetFields, useIntake } from './intake/intake-context.tsx'
export { EditSheet, IntakeSheet, type IntakeSheetProps } from './intake/intake-sheet.tsx'
export { ActiveState, DraftSwitch, type DraftSwitchProps, useActiveColumn } from './kernel/active.tsx'
export { DatePicker, type DatePickerProps } from './kernel/date-picker.tsx'
export { DeleteRow, type DeleteRowProps } from './kernel/delete-row.tsx'
export { useDeleteRows } from './kernel/delete-rows.tsx'
export { DraftField, type DraftFieldProps, DraftText, type DraftTextProps } from './kernel/draft-field.tsx'
export { DraftForm, type DraftFormProps } from './kernel/draft-form.tsx'
export { DraftImage, type DraftImageProps } from './kernel/draft-image.tsx'
export { ErrorBoundary, type ErrorBoundaryProps } from './kernel/error-boundary.tsx'
export type { FieldMode, FormFields } from './kernel/form-fields.ts'
export type { HelpHref } from './kernel/help.tsx'
export * from './kernel/kinora.ts'
export {
  type FixedFilter,
  type ListRules,
  type ListStateOptions,
  useColumnState,
  useListState,
} from './kernel/list-state.ts'
export { LoadFailedLine } from './kernel/load-failed.tsx'
export { type LoadTexts, type SpeechOptions, useLocale } from './kernel/locale.ts'
export { LocalisedText, type LocalisedTextProps } from './kernel/localised-text.tsx'
export { type LocationAdapter, useLocationState } from './kernel/location.ts'
export { type Texts, useTexts } from './kernel/message.ts'
export {
  KinoraProvider,
  useActingTenant,
  useIdle,
  useKinora,
  useMay,
  useNetwork,
  useSession,
  useUser,
} from './kernel/provider.tsx'
export {
  type FormPageProps,
  type OpenRow,
  ReadRow,
  RowForm,
  type RowFormProps,
  type RowPage,
  useRowDraft,
} from './kernel/row-form.tsx'
export { RowList, type RowListProps, StoredPicture } from './kernel/row-list.tsx'
export { useRowOrder } from './kernel/row-order.tsx'
export { SiteLink, useSiteHref } from './kernel/site-link.tsx'
export { SupportLink, useSupportHref } from './kernel/support-link.tsx'
export { ofTenant, RoleGate, type RoleGateProps } from './kernel/tenant-gate.tsx'
export { type Dates, useDates } from './kernel/use-dates.ts'
export { type DirtyListener, type Draft, type DraftOptions, useDraft } from './kernel/use-draft.ts'
export { type ToldReadOptions, useToldRead } from './kernel/use-events.ts'
export { useListTexts } from './kernel/use-list-texts.ts'
export { type ReadOptions, useRead } from './kernel/use-read.ts'
export { type Reorder, useReorder } from './kernel/use-reorder.ts'
export {
  type ListPageProps,
  type ListProps,
  pagesOnly,
  type ResourceListModel,
  type ResourceListOptions,
  searchRules,
  toSearch,
  toSorted,
  useResourceList,
} from './kernel/use-resource-list.ts'
export { useWrite, type Write, type WriteOptions, type WriteResult } from './kernel/use-write.ts'
export { ApiKeys } from './keys/api-keys.tsx'
export { MemberImportForm, type MemberImportFormProps } from './members/import-form.tsx'
export { MemberImportList, type MemberImportListProps } from './members/import-list.tsx'
export { MemberImportView, type MemberImportViewProps } from './members/import-view.tsx'
export { MemberList, type MemberListProps } from './members/member-list.tsx'
export { MemberView, type MemberViewProps } from './members/member-view.tsx'
export {
  type MemberFilters,
  type MemberListModel,
  type MemberListOptions,
  useMemberList,
} from './members/use-member-list.ts'
export { AdminContent, type AdminContentProps } from './playback/admin-content.tsx'
export { PlaybackData, type PlaybackDataProps } from './playback/playback-data.tsx'
export { ProviderForm, type ProviderFormProps } from './providers/provider-form.tsx'
export { ProviderList, type ProviderListProps } from './providers/provider-list.tsx'
export { PublishingScreen, type PublishingScreenProps } from './publishing/publishing-screen.tsx'
export { QuotaCard } from './quotas/quota-card.tsx'
export { ReportMails, ReportSubscribe } from './reports/monthly-mails.tsx'
export { ReportChoices, type ReportPartProps } from './reports/report-choices.tsx'
export { ReportDownload, type ReportDownloadProps } from './reports/report-download.tsx'
export { ReportPreview } from './reports/report-preview.tsx'
export { Reports, type ReportsPlace, type ReportsProps } from './reports/reports.tsx'
export {
  type ReportsFilter,
  ReportsRoot,
  type ReportsRootProps,
  type ReportsView,
  useReportsView,
} from './reports/reports-root.tsx'
export {
  type ReportChoice,
  type ReportModel,
  type ReportOptions,
  type ReportProblem,
  useReport,
} from './reports/use-report.ts'
export { ReviewList, type ReviewListProps } from './reviews/review-list.tsx'
export { RichText, type RichTextProps } from './rich-text/rich-text.tsx'
export { useFoundRows } from './search/use-found-rows.ts'
export { AccountMenu, type AccountMenuProps, type Theme } from './session/account-menu.tsx'
export type { SessionEnd, SessionEndListener } from './session/kinora-root.tsx'
export {
  KinoraRoot,
  type KinoraRootProps,
  SessionStart,
  type SessionStartProps,
} from './session/kinora-root.tsx'
export { OfflinePopup } from './session/offline-popup.tsx'
export { type SignIn, SignInForm, type SignInFormProps, useSignIn } from './session/sign-in-form.tsx'
export { SignOut, type SignOutProps } from './session/sign-out.tsx'
export {
  ActingBanner,
  type ActingBannerProps,
  ChooseTenantPrompt,
  TenantChooser,
} from './session/tenant-chooser.tsx'
export { useRouteContext } from './session/use-route-context.ts'
export { type Sso, useSso } from './session/use-sso.ts'
export { CustomLinkForm } from './site/custom-link-form.tsx'
export { CustomLinkList, type CustomLinkListProps } from './site/custom-link-list.tsx'
export { AppLinksForm, SocialLinksForm } from './site/link-set-form.tsx'
export type { SettingsPageProps as SiteSettingsProps } from './site/settings-form.tsx'
export {
  SiteAsOf,
  type SiteAtMoment,
  SiteMomentPicker,
  SiteShown,
  useSiteAsOf,
} from './site/site-as-of.tsx'
export { SiteGeneralForm, SiteMobileForm, SiteWebForm } from './site/site-forms.tsx'
export { SubscriptionForm } from './subscriptions/subscription-form.tsx'
export { SubscriptionList, type SubscriptionListProps } from './subscriptions/subscription-list.tsx'
export { TaxonomyForm, type TaxonomyFormProps } from './taxonomies/taxonomy-form.tsx'
export { TaxonomyList, type TaxonomyListProps } from './taxonomies/taxonomy-list.tsx'
export { AppSettingsForm } from './tenants/app-settings-form.tsx'
export { DeletedTenantList, type DeletedTenantListProps } from './tenants/deleted-tenant-list.tsx'
export type { PartFormProps } from './tenants/part-form.tsx'
export { TenantForm, type TenantFormProps } from './tenants/tenant-form.tsx'
export { TenantList, type TenantListProps } from './tenants/tenant-list.tsx'
export { TenantStart, type TenantStartProps } from './tenants/tenant-readiness.tsx'
export { TenantSelector, type TenantSelectorProps } from './tenants/tenant-selector.tsx'
export {
  type TenantPlaces,
  type TenantTab,
  type TenantTabHrefs,
  TenantTabs,
  type TenantTabsProps,
} from './tenants/tenant-tabs.tsx'
export { WebSettingsForm } from './tenants/web-settings-form.tsx'
export { SiteTerms, type SiteTermsProps } from './terms/site-terms.tsx'
export {
  DeletedTitleList,
  type DeletedTitleListModel,
  type DeletedTitleListProps,
  useDeletedTitleList,
} from './titles/deleted/deleted-title-list.tsx'
export { TitleAboutCard } from './titles/editor/title-about-card.tsx'
export { TitleChecklist } from './titles/editor/title-checklist.tsx'
export { TitleClassCard } from './titles/editor/title-class-card.tsx'
export { TitleConflicts } from './titles/editor/title-conflicts.tsx'
export { TitleCoverCard } from './titles/editor/title-cover-card.tsx'
export {
  TitleCaptionsCard,
  TitleDeliveryCard,
  TitleEditor,
  TitleEditorAside,
  type TitleEditorPlace,
  type TitleEditorProps,
  TitleNumbersCard,
  TitlePreview,
} from './titles/editor/title-editor.tsx'
export {
  type TitleEditorView,
  useDraftValue,
  useDraftValues,
  useTitleEditorView,
} from './titles/editor/title-editor-context.tsx'
export {
  TitleEditorBar,
  TitleEditorHeader,
  type TitleEditorHeaderProps,
  TitleEditorSummary,
} from './titles/editor/title-editor-frame.tsx'
export {
  TitleEditorProvider,
  type TitleEditorProviderProps,
  TitleEditorRoot,
  type TitleEditorRootProps,
} from './titles/editor/title-editor-root.tsx'
export { TitleField, type TitleFieldProps } from './titles/editor/title-fields.tsx'
export { TitleReleaseCard } from './titles/editor/title-release-card.tsx'
export { TitleFactsCard, TitleOriginCard, TitleStatusCard } from './titles/editor/title-status-card.tsx'
export { type TitleReading, type TitleSource, useTitle } from './titles/editor/use-title.ts'
export {
  type TitleEditorHost,
  type TitleEditorModel,
  type TitleEditorOptions,
  type TitleFields,
  useTitleEditor,
} from './titles/editor/use-title-editor.ts'
export { TitleFileCard } from './titles/files/title-file-card.tsx'
export {
  TitlePlayer,
  type TitlePlayerListener,
  type TitlePlayerProps,
  type TitleToPlay,
} from './titles/files/title-player.tsx'
export {
  TitlePlayerFailure,
  TitlePlayerRoot,
  type TitlePlayerRootProps,
  TitlePlayerStart,
  TitlePlayerVideo,
  type TitlePlayerView,
  useTitlePlayerView,
} from './titles/files/title-player-parts.tsx'
export { TitleTrailerCard } from './titles/files/title-trailer-card.tsx'
export { UploadDrop, type UploadDropProps } from './titles/files/upload-drop.tsx'
export { type TitleFiles, useTitleFiles } from './titles/files/use-title-files.ts'
export {
  type PlayedTitle,
  type TitlePlayerModel,
  type TitlePlayerOptions,
  type TitleTrack,
  useTitlePlayer,
} from './titles/files/use-title-player.ts'
export {
  type AddedFile,
  type RefusedFile,
  type UploadDropModel,
  type UploadDropOptions,
  useUploadDrop,
} from './titles/files/use-upload-drop.ts'
export { TitleJobList, type TitleJobListProps } from './titles/jobs/title-job-list.tsx'
export type { TitleFilters } from './titles/list/filters.ts'
export { TitleBoard } from './titles/list/title-board.tsx'
export type { TitleSelection } from './titles/list/title-bulk.tsx'
export { TitleCovers, type TitleLayoutProps } from './titles/list/title-covers.tsx'
export { TitleList, type TitleListProps } from './titles/list/title-list.tsx'
export { TitleModes } from './titles/list/title-modes.tsx'
export { UploadPanel, type UploadPanelProps } from './titles/list/upload-panel.tsx'
export { type TitleActions, useTitleActions } from './titles/list/use-title-actions.ts'
export { type TitleListModel, type TitleListOptions, useTitleList } from './titles/list/use-title-list.ts'
export { prefetchParts } from './titles/prefetch.ts'
export { useTitleTexts } from './titles/texts.ts'
export { TitleBadge, type TitleBadgeProps } from './titles/title-badge.tsx'
export { TextList, type TextListProps } from './translations/text-list.tsx'
export * from './ui/index.ts'
export type { PartProps, Slot } from './ui/part.ts'
export { useUploadTexts } from './uploads/texts.ts'
export { UploadGate } from './uploads/upload-gate.tsx'
export {
  UploadList,
  type UploadListProps,
  UploadQueue,
  type UploadQueueProps,
  type UploadQueueView,
  UploadSummary,
  useUploadQueueView,
} from './uploads/upload-queue.tsx'
export { UploadActions, UploadFilePrompt, UploadRow, type UploadRowProps } from './uploads/upload-row.tsx'
export { type UploadHrefs, UploadProgress, UploadTray, type UploadTrayProps } from './uploads/upload-tray.tsx'
export { type UploadStatus, useUploadStatus } from './uploads/use-upload-status.ts'
export { type FileToUpload, type UploadActs, type Uploads, useUploads } from './uploads/use-uploads.ts'
export { ViewTabs, type ViewTabsProps } from './views/view-tabs.tsx'
export { WebhookDeliveries } from './webhooks/deliveries.tsx'
export { WebhookForm } from './webhooks/webhook-form.tsx'
export { WebhookList, type WebhookListProps } from './webhooks/webhooks.tsx'
