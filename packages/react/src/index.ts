export { BatchBadge } from './batches/batch-badge.tsx'
export { BatchForm, type BatchFormProps } from './batches/batch-form.tsx'
export { BatchList, type BatchListProps } from './batches/batch-list.tsx'
export { BatchView, type BatchViewProps } from './batches/batch-view.tsx'
export { type BatchModel, useBatch } from './batches/use-batch.ts'
export {
  type BatchFileState,
  type BatchForm as BatchFormModel,
  useBatchForm,
} from './batches/use-batch-form.ts'
export * from './kernel/kinora.ts'
export { type LocationAdapter, useLocationState } from './kernel/location.ts'
export { type Texts, useTexts } from './kernel/message.ts'
export { KinoraProvider, useKinora, useNetwork, useSession, useUser } from './kernel/provider.tsx'
export { RoleGate, type RoleGateProps } from './kernel/role-gate.tsx'
export { type ReadOptions, useRead } from './kernel/use-read.ts'
export { useWrite, type WriteOptions } from './kernel/use-write.ts'
export { prefetchParts } from './prefetch.ts'
export { AccountMenu, type AccountMenuProps, type Theme } from './session/account-menu.tsx'
export { KinoraRoot, type KinoraRootProps } from './session/kinora-root.tsx'
export { OfflinePopup } from './session/offline-popup.tsx'
export { SessionStart, type SessionStartProps } from './session/session-start.tsx'
export { SignInForm, type SignInFormProps } from './session/sign-in-form.tsx'
export { ChooseTenantPrompt, TenantChooser } from './session/tenant-chooser.tsx'
export { type SignIn, useSignIn } from './session/use-sign-in.ts'
export { TitleBadge, type TitleBadgeProps } from './titles/title-badge.tsx'
export { TitleChecklist } from './titles/title-checklist.tsx'
export { TitleEditor, type TitleEditorProps } from './titles/title-editor.tsx'
export {
  type TitleEditorParts,
  TitleEditorProvider,
  useDraftValue,
  useDraftValues,
  useEditor,
} from './titles/title-editor-context.tsx'
export { TitleList, type TitleListProps } from './titles/title-list.tsx'
export { TitlePlayer, type TitlePlayerProps } from './titles/title-player.tsx'
export { UploadPanel, type UploadPanelProps } from './titles/upload-panel.tsx'
export { type TitleReading, type TitleSource, useTitle } from './titles/use-title.ts'
export { type TitleEditorModel, type TitleEditorOptions, useTitleEditor } from './titles/use-title-editor.ts'
export { type TitleFiles, useTitleFiles } from './titles/use-title-files.ts'
export { type TitleListModel, useTitleList } from './titles/use-title-list.ts'
export * from './ui/index.ts'
export { UploadGate } from './uploads/upload-gate.tsx'
export { UploadActions, UploadRow, type UploadRowProps } from './uploads/upload-row.tsx'
export { UploadTray, type UploadTrayProps } from './uploads/upload-tray.tsx'
export { type FileToUpload, type Uploads, useUploads } from './uploads/use-uploads.ts'
