/** The scopes in words, on the pages on which people decide about programs. The English words are those of the contract. */
import { SCOPES } from '@millrace/contract';
import type { PageLanguage, PageTexts } from './page-texts.ts';

/** The words of each scope in the other languages of the pages. */
export const SCOPE_TEXTS: Readonly<Record<string, Readonly<Record<Exclude<PageLanguage, 'en'>, string>>>> = {
  user_default: {
    de: 'Alles tun, was Sie tun dürfen, außer den Mandanten zu verwalten',
    fr: 'Faire tout ce que vous pouvez faire, sauf administrer le tenant',
    ja: 'テナントの管理を除き、あなたに許可されているすべての操作',
  },
  admin_classic: {
    de: 'Alles tun, was Sie tun dürfen, und den Mandanten verwalten',
    fr: 'Faire tout ce que vous pouvez faire, et administrer le tenant',
    ja: 'あなたに許可されているすべての操作と、テナントの管理',
  },
  offline_access: {
    de: 'Für Sie handeln, wenn Sie nicht angemeldet sind',
    fr: 'Agir en votre nom lorsque vous n’êtes pas connecté',
    ja: 'あなたがサインインしていないときの代理操作',
  },
  'identity.email:read': {
    de: 'Ihre E-Mail-Adresse lesen',
    fr: 'Lire votre adresse e-mail',
    ja: 'あなたのメールアドレスの読み取り',
  },
  'identity.name:read': {
    de: 'Ihren Namen lesen',
    fr: 'Lire votre nom',
    ja: 'あなたの名前の読み取り',
  },
  'identity.subject:read': {
    de: 'Ihren Login lesen',
    fr: 'Lire votre identifiant',
    ja: 'あなたのログイン名の読み取り',
  },
  users: {
    de: 'Personen des Mandanten lesen',
    fr: 'Lire les utilisateurs du tenant',
    ja: 'テナントのユーザーの読み取り',
  },
  'users:read': {
    de: 'Personen des Mandanten lesen',
    fr: 'Lire les utilisateurs du tenant',
    ja: 'テナントのユーザーの読み取り',
  },
  'environments:read': {
    de: 'Umgebungen und Workspaces lesen',
    fr: 'Lire les environnements et les espaces de travail',
    ja: '環境とワークスペースの読み取り',
  },
  webhooks: {
    de: 'Ihre Webhooks verwalten',
    fr: 'Gérer vos webhooks',
    ja: 'あなたのWebhookの管理',
  },
  'admin.webhooks': {
    de: 'Alle Webhooks des Mandanten verwalten',
    fr: 'Gérer tous les webhooks du tenant',
    ja: 'テナントのすべてのWebhookの管理',
  },
  'admin.ip-policies': {
    de: 'Die IP-Adressliste verwalten',
    fr: 'Gérer la liste d’autorisation IP',
    ja: 'IP許可リストの管理',
  },
  'admin.users': {
    de: 'Personen verwalten, ohne ihre Anmeldungen und Rollen',
    fr: 'Gérer les utilisateurs, sans leurs connexions ni leurs rôles',
    ja: 'ユーザーの管理（サインインとロールを除く）',
  },
  'admin.users:read': {
    de: 'Alle Personen des Mandanten mit ihren Rollen lesen',
    fr: 'Lire tous les utilisateurs du tenant, avec leurs rôles',
    ja: 'テナントの全ユーザーとそのロールの読み取り',
  },
  'classic_service.audit_logs_view': {
    de: 'Das Audit-Log lesen',
    fr: 'Lire le journal d’audit',
    ja: '監査ログの読み取り',
  },
  'classic_service.dyn_engine_read': {
    de: 'Dynamische Engines lesen',
    fr: 'Lire les moteurs dynamiques',
    ja: '動的エンジンの読み取り',
  },
  'classic_service.execution_logs_delete': {
    de: 'Logs von Läufen löschen',
    fr: 'Supprimer les journaux des exécutions',
    ja: '実行ログの削除',
  },
  'classic_service.svc_cluster_management': {
    de: 'Engines und Cluster verwalten',
    fr: 'Gérer les moteurs et les clusters',
    ja: 'エンジンとクラスターの管理',
  },
  'classic_service.svc_connection_resource_edit': {
    de: 'Verbindungen und Ressourcen ändern',
    fr: 'Modifier les connexions et les ressources',
    ja: '接続とリソースの変更',
  },
  'classic_service.svc_engine_use': {
    de: 'Engines sehen und Tasks auf ihnen starten',
    fr: 'Voir les moteurs et y lancer des tâches',
    ja: 'エンジンの表示と、エンジンでのタスクの開始',
  },
  'classic_service.svc_environment_management': {
    de: 'Umgebungen und Workspaces verwalten',
    fr: 'Gérer les environnements et les espaces de travail',
    ja: '環境とワークスペースの管理',
  },
  'classic_service.svc_group_management': {
    de: 'Gruppen verwalten',
    fr: 'Gérer les groupes',
    ja: 'グループの管理',
  },
  'classic_service.svc_oauth_client_management': {
    de: 'OAuth-Clients lesen, veröffentlichen und löschen',
    fr: 'Lire, publier et supprimer les clients OAuth',
    ja: 'OAuthクライアントの読み取り、公開、削除',
  },
  'classic_service.svc_operator': {
    de: 'Tasks und Pläne ausführen und planen',
    fr: 'Exécuter et planifier des tâches et des plans',
    ja: 'タスクとプランの実行とスケジュール設定',
  },
  'classic_service.svc_pipeline_management': {
    de: 'Promotionen verwalten',
    fr: 'Gérer les promotions',
    ja: 'プロモーションの管理',
  },
  'classic_service.svc_project_management': {
    de: 'Projekte verwalten',
    fr: 'Gérer les projets',
    ja: 'プロジェクトの管理',
  },
  'classic_service.svc_promotion_execution': {
    de: 'Promotionen ausführen',
    fr: 'Exécuter des promotions',
    ja: 'プロモーションの実行',
  },
  'classic_service.svc_role_management': {
    de: 'Rollen verwalten, ohne sie Personen zu geben',
    fr: 'Gérer les rôles, sans les donner aux utilisateurs',
    ja: 'ロールの管理（ユーザーへの付与を除く）',
  },
  'classic_service.svc_run_profile_management': {
    de: 'Laufprofile verwalten',
    fr: 'Gérer les profils d’exécution',
    ja: '実行プロファイルの管理',
  },
  'classic_service.svc_service_account_management': {
    de: 'Dienstkonten lesen und löschen',
    fr: 'Lire et supprimer les comptes de service',
    ja: 'サービスアカウントの読み取りと削除',
  },
  'classic_service.svc_sso_management': {
    de: 'Rollenzuordnungen des Single Sign-on verwalten',
    fr: 'Gérer les correspondances de rôles de l’authentification unique',
    ja: 'シングルサインオンのロールマッピングの管理',
  },
  'classic_service.svc_subscription_management': {
    de: 'Den Vertrag lesen und den Mandanten umbenennen',
    fr: 'Lire l’abonnement et renommer le tenant',
    ja: 'サブスクリプションの読み取りと、テナントの名前の変更',
  },
  'classic_service.svc_user_management': {
    de: 'Personen verwalten, ohne ihre Anmeldungen und Rollen; Grenzen von API-Schlüsseln; die IP-Adressliste',
    fr: 'Gérer les utilisateurs, sans leurs connexions ni leurs rôles ; les limites des clés d’API ; la liste d’autorisation IP',
    ja: 'ユーザーの管理（サインインとロールを除く）、APIキーの制限、IP許可リスト',
  },
  'classic_service.svc_webhook_management': {
    de: 'Alle Webhooks des Mandanten verwalten',
    fr: 'Gérer tous les webhooks du tenant',
    ja: 'テナントのすべてのWebhookの管理',
  },
};

/** What scopes allow, each sentence once, in the language of a page. A scope that the contract no longer has is shown by its name. */
export const wordsOfScopes = ({ language }: PageTexts, scopes: readonly string[]): string[] => [
  ...new Set(
    scopes.map((scope) => (language === 'en' ? undefined : SCOPE_TEXTS[scope]?.[language]) ?? SCOPES[scope]?.description ?? scope),
  ),
];
