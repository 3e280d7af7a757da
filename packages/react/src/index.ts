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
export { CategoryList } from './categories/category-list.tsx'
export { SubCategoryForm, type SubCategoryFormProps } from './categories/sub-category-form.tsx'
export { ChannelForm, type ChannelFormProps } from './channels/channel-form.tsx'
export { ChannelList, type ChannelListProps } from './channels/channel-list.tsx'
export { useChannelTexts } from './channels/texts.ts'
export { ClassChooser, type ClassChooserProps } from './class-chooser/class-chooser.tsx'
export { type ClassSource, collectionClasses, eventClasses } from './class-chooser/class-source.ts'
export { CollectionForm, CollectionList } from './collections/collections.tsx'
export { DocumentForm, DocumentList } from './documents/documents.tsx'
export type { NewEventTime } from './events/calendar/slots.ts'
export { EventForm, type EventFormProps } from './events/event-form.tsx'
export { Schedule, type ScheduleProps } from './events/schedule.tsx'
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
export { type Intake, IntakeProvider, useIntake } from './intake/intake-context.tsx'
export { EditSheet, IntakeSheet, type IntakeSheetProps } from './intake/intake-sheet.tsx'
export { ActiveState, DraftSwitch, type DraftSwitchProps, useActiveColumn } from './kernel/active.tsx'
export { DatePicker, type DatePickerProps } from './kernel/date-picker.tsx'
export { DeleteRow, type DeleteRowProps } from './kernel/delete-row.tsx'
export { useDeleteRows } from './kernel/delete-rows.tsx'
export { DraftField, type DraftFieldProps, DraftText, type DraftTextProps } from './kernel/draft-field.tsx'
export { DraftForm, type DraftFormProps } from './kernel/draft-form.tsx'
export { DraftImage, type DraftImageProps } from './kernel/draft-image.tsx'
export { ErrorBoundary, type ErrorBoundaryProps } from './kernel/error-boundary.tsx'
export type { HelpHref } from './kernel/help.tsx'
export * from './kernel/kinora.ts'
export { type ListRules, type ListStateOptions, useColumnState, useListState } from './kernel/list-state.ts'
export { LoadFailedLine } from './kernel/load-failed.tsx'
export { type LoadTexts, type SpeechOptions, useLocale } from './kernel/locale.ts'
export { LocalisedText, type LocalisedTextProps } from './kernel/localised-text.tsx'
export { type LocationAdapter, useLocationState } from './kernel/location.ts'
export { type Texts, useTexts } from './kernel/message.ts'
export type { PartProps, Slot } from './kernel/part.ts'
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
  pagesOnly,
  type ResourceListOptions,
  searchRules,
  toSearch,
  toSorted,
  useResourceList,
} from './kernel/use-resource-list.ts'
export { useWrite, type Write, type WriteOptions, type WriteResult } from './kernel/use-write.ts'
export { ApiKeys } from './keys/api-keys.tsx'
export { MemberImportForm, type MemberImportFormProps } from './members/import-form.tsx'
export { MemberImportList } from './members/import-list.tsx'
export { MemberImportView, type MemberImportViewProps } from './members/import-view.tsx'
export { MemberList, type MemberListProps } from './members/member-list.tsx'
export { MemberView, type MemberViewProps } from './members/member-view.tsx'
export { AdminContent, type AdminContentProps } from './playback/admin-content.tsx'
export { PlaybackData, type PlaybackDataProps } from './playback/playback-data.tsx'
export { ProviderForm, type ProviderFormProps } from './providers/provider-form.tsx'
export { ProviderList } from './providers/provider-list.tsx'
export { PublishingScreen, type PublishingScreenProps } from './publishing/publishing-screen.tsx'
export { QuotaCard } from './quotas/quota-card.tsx'
export { Reports, type ReportsProps } from './reports/reports.tsx'
export { ReviewList, type ReviewListProps } from './reviews/review-list.tsx'
export { RichText, type RichTextProps } from './rich-text/rich-text.tsx'
export { useFoundRows } from './search/use-found-rows.ts'
export { AccountMenu, type AccountMenuProps, type Theme } from './session/account-menu.tsx'
export type { SessionEnd, SessionEndListener } from './session/kinora-root.tsx'
export {
  KinoraRoot,
  type KinoraRootProps,
  OfflinePopup,
  SessionStart,
  type SessionStartProps,
} from './session/kinora-root.tsx'
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
export { CustomLinkList } from './site/custom-link-list.tsx'
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
export { SubscriptionList } from './subscriptions/subscription-list.tsx'
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
export { DeletedTitleList, type DeletedTitleListProps } from './titles/deleted/deleted-title-list.tsx'
export { TitleChecklist } from './titles/editor/title-checklist.tsx'
export { TitleEditor, type TitleEditorProps } from './titles/editor/title-editor.tsx'
export {
  type TitleEditorParts,
  TitleEditorProvider,
  useDraftValue,
  useDraftValues,
  useEditor,
} from './titles/editor/title-editor-context.tsx'
export { type TitleReading, type TitleSource, useTitle } from './titles/editor/use-title.ts'
export {
  type TitleEditorModel,
  type TitleEditorOptions,
  useTitleEditor,
} from './titles/editor/use-title-editor.ts'
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
export type { TitleSelection } from './titles/list/title-bulk.tsx'
export { TitleList, type TitleListProps } from './titles/list/title-list.tsx'
export { UploadPanel, type UploadPanelProps } from './titles/list/upload-panel.tsx'
export { type TitleListModel, useTitleList } from './titles/list/use-title-list.ts'
export { prefetchParts } from './titles/prefetch.ts'
export { useTitleTexts } from './titles/texts.ts'
export { TitleBadge, type TitleBadgeProps } from './titles/title-badge.tsx'
export { TextList, type TextListProps } from './translations/text-list.tsx'
export * from './ui/index.ts'
export { useUploadTexts } from './uploads/texts.ts'
export { UploadGate } from './uploads/upload-gate.tsx'
export {
  UploadList,
  type UploadListProps,
  UploadQueue,
  type UploadQueueProps,
  type UploadQueueView,
  UploadSummary,
  useUploadQueue,
} from './uploads/upload-queue.tsx'
export { UploadActions, UploadFilePrompt, UploadRow, type UploadRowProps } from './uploads/upload-row.tsx'
export { type UploadHrefs, UploadProgress, UploadTray, type UploadTrayProps } from './uploads/upload-tray.tsx'
export { type UploadStatus, useUploadStatus } from './uploads/use-upload-status.ts'
export { type FileToUpload, type UploadActs, type Uploads, useUploads } from './uploads/use-uploads.ts'
export { ViewTabs, type ViewTabsProps } from './views/view-tabs.tsx'
export { WebhookDeliveries } from './webhooks/deliveries.tsx'
export { WebhookForm } from './webhooks/webhook-form.tsx'
export { WebhookList } from './webhooks/webhooks.tsx'
