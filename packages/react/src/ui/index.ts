export { Button, ButtonLink, type ButtonLinkProps, type ButtonLook, type ButtonProps } from './button.tsx'
export { classes } from './classes.ts'
export { Checkbox, type CheckboxProps } from './form/checkbox.tsx'
export {
  ConflictPanel,
  type ConflictPanelProps,
  type ConflictTexts,
  type FieldConflict,
} from './form/conflict-panel.tsx'
export { DeleteButton, type DeleteButtonProps } from './form/delete-button.tsx'
export {
  Field,
  type FieldControl,
  type FieldCounter,
  type FieldProps,
  useFieldControl,
} from './form/field.tsx'
export { FileDrop, type FileDropProps } from './form/file-drop.tsx'
export { type FormProblem, FormSummary, type FormSummaryProps } from './form/form-summary.tsx'
export { ImageField, type ImageFieldProps } from './form/image-field.tsx'
export {
  type ContentLanguage,
  type LanguageState,
  LocalisedFields,
  type LocalisedFieldsProps,
  type LocalisedLanguage,
} from './form/localised-fields.tsx'
export { RadioGroup, type RadioGroupProps, type RadioOption } from './form/radio-group.tsx'
export { ResourceForm, type ResourceFormProps } from './form/resource-form.tsx'
export { SaveBar, type SaveBarProps, type SaveBarTexts, useSaveKey } from './form/save-bar.tsx'
export { ScaleInput, type ScaleInputProps } from './form/scale-input.tsx'
export { SearchInput, type SearchInputProps } from './form/search-input.tsx'
export { Card, type CardProps, FieldColumns, SplitForm, type SplitFormProps } from './form/split-form.tsx'
export { Switch, type SwitchProps } from './form/switch.tsx'
export { TextArea, type TextAreaProps, TextInput, type TextInputProps } from './form/text-input.tsx'
export { UnsavedChangesDialog, type UnsavedChangesDialogProps } from './form/unsaved-changes-dialog.tsx'
export {
  AppShell,
  type AppShellHeader,
  type AppShellProps,
  type AppShellTexts,
  type NavGroup,
  type NavItem,
  SidebarNav,
  type SidebarNavProps,
} from './frame/app-shell.tsx'
export { Avatar, type AvatarProps } from './frame/avatar.tsx'
export { StickyBar, type StickyBarProps, Toolbar, type ToolbarProps } from './frame/bars.tsx'
export { type LinkComponent, type LinkProps, useLink } from './frame/link.tsx'
export { AddLink, PageHeader, type PageHeaderProps } from './frame/page-header.tsx'
export { type PageTitleListener, usePageTitle } from './frame/page-title.ts'
export { Root, type RootProps } from './frame/root.tsx'
export {
  type NavTab,
  NavTabs,
  type NavTabsProps,
  type TabItem,
  type TabLook,
  Tabs,
  type TabsProps,
} from './frame/tabs.tsx'
export { IconButton, type IconButtonProps } from './icon-button.tsx'
export { isCommandKey, isDialogOpen, Kbd, type KbdProps, typedInto } from './kbd.tsx'
export { CancelWhileLoading } from './lazy-mount.tsx'
export { LazyBoundary, lazyPart } from './lazy-part.tsx'
export { CardGrid, type CardGridProps } from './list/card-grid.tsx'
export { ListCards, type ListCardsProps } from './list/list-cards.tsx'
export type { ListAround, SelectionOffer } from './list/list-context.ts'
export { type ListFilter, ListFilters, type ListFiltersProps } from './list/list-filters.tsx'
export type { ListModel, ListState, ListTexts } from './list/list-model.ts'
export { ListPages, type ListPagesProps, type ListPlace } from './list/list-pages.tsx'
export {
  ListColumns,
  ListContent,
  ListCount,
  type ListCountProps,
  ListSelectionBar,
  ListTable,
  type ListTableProps,
  SelectionBar,
  type SelectionBarProps,
} from './list/list-parts.tsx'
export {
  type ChosenRows,
  type ListBulk,
  ListRoot,
  type ListRootProps,
  type RowActs,
} from './list/list-root.tsx'
export { ListSearch, type ListSearchProps } from './list/list-search.tsx'
export {
  type ListHost,
  type ListSlot,
  ResourceList,
  type ResourceListProps,
} from './list/resource-list.tsx'
export {
  type BulkFailure,
  type BulkResult,
  ResultPanel,
  type ResultPanelProps,
} from './list/result-panel.tsx'
export { Tile, type TileProps } from './list/tile.tsx'
export {
  type Command,
  type CommandGroup,
  CommandPalette,
  type CommandPaletteProps,
  Keys,
} from './overlay/command-palette.tsx'
export { ConfirmDialog, type ConfirmDialogProps } from './overlay/confirm-dialog.tsx'
export { Dialog, type DialogProps, SidePanel, type SidePanelProps } from './overlay/dialog.tsx'
export { Menu, type MenuAction, type MenuGroup, type MenuProps } from './overlay/menu.tsx'
export {
  type MessageTime,
  Toast,
  type ToastContent,
  type ToastProps,
  ToastProvider,
  type ToastProviderProps,
  type Toasts,
  type ToastTone,
  useToasts,
} from './overlay/toast.tsx'
export { Tooltip, type TooltipProps } from './overlay/tooltip.tsx'
export { Chip, type ChipProps } from './picker/chip.tsx'
export { Combobox, type ComboboxProps, type PickerTexts } from './picker/combobox.tsx'
export { MultiSelect, type MultiSelectProps } from './picker/multi-select.tsx'
export type { Option } from './picker/option.tsx'
export { Select, type SelectProps } from './picker/select.tsx'
export {
  ActiveBadge,
  type ActiveBadgeProps,
  Badge,
  type BadgeProps,
  type BadgeTone,
} from './status/badge.tsx'
export { Banner, type BannerProps } from './status/banner.tsx'
export { Checklist, type ChecklistItem, type ChecklistProps, focusField } from './status/checklist.tsx'
export { EmptyState, type EmptyStateProps, ErrorState, type ErrorStateProps } from './status/empty-state.tsx'
export {
  ProgressBar,
  type ProgressBarProps,
  ProgressRing,
  type ProgressRingProps,
} from './status/progress.tsx'
export { Skeleton, type SkeletonProps } from './status/skeleton.tsx'
export { type Step, Stepper, type StepperProps, type StepState } from './status/stepper.tsx'
export { ColumnsMenu, type ColumnsMenuProps, type ColumnsMenuTexts } from './table/columns-menu.tsx'
export { DataTable, type DataTableProps } from './table/data-table.tsx'
export type { ColumnState, DataTableColumn, DataTableSort } from './table/data-table-columns.ts'
export { type PageSize, Pagination, type PaginationProps } from './table/pagination.tsx'
export { type PlainColumn, PlainTable, type PlainTableProps } from './table/plain-table.tsx'
export { RowHandle, type RowHandleProps, type RowMoves } from './table/row-handle.tsx'
export { Thumbnail, type ThumbnailProps, TitleCell, type TitleCellProps } from './table/title-cell.tsx'
export {
  type ColumnModel,
  type DataTableModel,
  type DataTableOptions,
  useDataTable,
} from './table/use-data-table.ts'
export { type DataTableSelection, type ListSelection, useListSelection } from './table/use-selection.ts'
export { useMediaQuery } from './use-media-query.ts'
export { VisuallyHidden, type VisuallyHiddenProps } from './visually-hidden.tsx'
