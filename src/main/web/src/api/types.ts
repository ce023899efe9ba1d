export type User = { id: string; email: string; displayName: string; avatarUrl: string | null; theme: 'light' | 'dark' | 'system' };
export type Workspace = { id: string; name: string; slug: string; type: string; plan: string; role: string; access: { may: string[]; role: string } };
export type Project = {
  id: string; name: string; repo_full_name: string; default_branch: string; status: string; cdn_enabled: boolean; allow_force_pushes: boolean; review_on_plan?: boolean; setup?: { objects: number; objects_total: number; error: string | null } | null;
  access: { role: string; may: string[]; models?: string[] }; created_at: string;
};
export type WorkspaceMember = { id: string; user_id: string | null; role: string; accepted_at: string | null; invited_email: string | null; email: string | null; display_name: string | null; avatar_url: string | null };
/** What a write of content answers. */
export type Saved = { branch: string; commit: { sha: string }; merged: boolean; validation: { valid: boolean; errors: Finding[] } };
export type ModelSaved = Saved & { breakingChanges: { type?: string; message?: string; affectedEntries?: number }[] };
export type FieldDefinition = {
  type: string; required?: boolean; unique?: boolean; default?: unknown; min?: number; max?: number; pattern?: string; options?: string[];
  model?: string | string[]; items?: string | FieldDefinition; fields?: Record<string, FieldDefinition | string>; description?: string;
  label?: string | Record<string, string>; order?: number; accept?: string; maxSize?: number;
};
export type Kind = 'collection' | 'singleton' | 'dictionary' | 'document';
export type Model = {
  id: string; name: string; kind: Kind; domain: string; i18n: boolean; description?: string; title_field?: string;
  fields?: Record<string, FieldDefinition | string>; [more: string]: unknown;
};
export type Meta = { status?: string; source?: string; updated_by?: string; updatedAt?: string; createdAt?: string; publish_at?: string; expire_at?: string };
export type Config = { stack: string; locales: { default: string; supported: string[] }; domains: string[]; workflow: 'auto-merge' | 'review' };
// biome-ignore lint/suspicious/noExplicitAny: content is of whatever form its models say
export type Snapshot = { models: Model[]; content: Record<string, any>; meta: Record<string, any>;
  config: Config | null; vocabulary?: { terms?: Record<string, Record<string, string>> } | null; schemaValidation?: Health | null;
  etags?: { models?: Record<string, string>; entries?: Record<string, Record<string, string>>; config?: string | null; vocabulary?: string | null } };
/** What deserves attention in a project. */
export type Health = { healthScore: number; warnings: { message: string }[] };
export type Finding = { severity: string; model: string; locale: string; entry?: string; slug?: string; field: string; message: string };
export type Instance = { version?: string; providers?: string[]; limits?: Record<string, number>; edition: string; deployment: string; billing: boolean; localIdentity: boolean; outbox: boolean; builtInHost: boolean; rooms: string[] };
