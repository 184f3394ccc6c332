# NixOS's module of gestured, never used: there was no NixOS. Nix reads this.
#
#   imports = [ ./module.nix ];
#   services.gestured = { enable = true; settings.surfaces = [ { name = "panel"; intercept = true; } ]; };
{ config, lib, pkgs, ... }:

let
  own = config.services.gestured;
  yaml = pkgs.formats.yaml { };
in
{
  options.services.gestured = {
    enable = lib.mkEnableOption "gestured, touchscreen gestures for local applications";
    package = lib.mkOption {
      type = lib.types.package;
      default = pkgs.callPackage ./package.nix { };
      description = "The package to use.";
    };
    settings = lib.mkOption {
      inherit (yaml) type;
      default = { };
      description = "The content of /etc/gestured/gestured.yaml: see gestured.yaml(5).";
    };
  };

  config = lib.mkIf own.enable {
    environment.systemPackages = [ own.package ];
    environment.etc."gestured/gestured.yaml".source = yaml.generate "gestured.yaml" own.settings;
    services.udev.packages = [ own.package ];
    systemd.packages = [ own.package ];
    # (NixOS reads no [Install] of a package's units.)
    systemd.services.gestured = {
      wantedBy = [ "gestured-touchscreen.target" ];
      reloadTriggers = [ config.environment.etc."gestured/gestured.yaml".source ];
    };
    systemd.sockets.gestured.wantedBy = [ "sockets.target" ];
    systemd.sockets.gestured-output.wantedBy = [ "sockets.target" ];
    users.groups = { gestured = { }; gestured-output = { }; gestures = { }; };
    users.users = {
      gestured = { isSystemUser = true; group = "gestured"; extraGroups = [ "gestures" ]; };
      gestured-output = { isSystemUser = true; group = "gestured-output"; };
    };
  };
}
